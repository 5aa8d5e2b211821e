/** `pdfapi admin clock show|confirm|repair`: what to do after the clock of a server was wrong. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import type { Store, Team } from '#server/data-directory';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import type { OpenSession } from '../../session.ts';

interface RepairOptions extends DataDirectoryOptions {
  readonly team?: string;
}

export function addAdminClockCommands(admin: Command, open: OpenSession): void {
  const clock = admin
    .command('clock')
    .helpCommand(false)
    .summary('what to do after a wrong clock')
    .description(
      'A server compares its clock with the last time that it ran. After a jump of more than an hour it removes nothing for an hour. More than a year ahead, it charges nothing and removes nothing until the clock is set right or confirmed.',
    );

  addDataDirectoryOption(
    clock
      .command('show')
      .description(
        'Prints the time, whether it is trusted, and the teams that are charged on a day to come.',
      ),
  )
    .addHelpText('after', '\nExamples:\n  pdfapi admin clock show --data-dir /var/lib/pdfapi')
    .action(async (options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const teams = (await teamsAhead(store)).map(({ name }) => name);
      const shown = {
        time: store.now().toISOString(),
        state: store.clock.state,
        days_ahead: store.clock.offsetDays,
        teams_ahead: teams,
      };
      if (session.context.json) return await writeStdout(`${JSON.stringify(shown)}\n`);
      await writeTable(
        session,
        ['TIME', 'STATE', 'DAYS AHEAD', 'TEAMS AHEAD'],
        [[shown.time, shown.state, String(shown.days_ahead), teams.join(', ') || '-']],
      );
    });

  addDataDirectoryOption(
    clock
      .command('confirm')
      .description(
        'Says that the present time is right, after a long time off or after it was wrong. Servers notice within a minute.',
      ),
  )
    .addHelpText('after', '\nExamples:\n  pdfapi admin clock confirm --data-dir /var/lib/pdfapi')
    .action(async (options: DataDirectoryOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      await store.clock.confirm();
      const time = store.now().toISOString();
      await writeStdout(session.context.json ? `${JSON.stringify({ time })}\n` : `${time}\n`);
    });

  addDataDirectoryOption(
    clock
      .command('repair')
      .summary('count what a wrong clock put on days to come on the days when it was made')
      .description(
        'Counts PDFs that a wrong clock put on days to come on the days when they were made, so that the quota of a team is renewed again. None is given free, and the history of the ledger stays as it is.',
      )
      .option('--team <team>', 'name or id (default: all teams)'),
  )
    .addHelpText('after', '\nExamples:\n  pdfapi admin clock repair --data-dir /var/lib/pdfapi')
    .action(async (options: RepairOptions, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      if (store.clock.state !== 'trusted') {
        throw new Failure(
          'clock_unconfirmed',
          'The clock differs from that of the last time that a server ran.',
          {
            hint: 'If it is right now: pdfapi admin clock confirm',
          },
        );
      }
      const teams =
        options.team === undefined ? await teamsAhead(store) : [await store.teams.get(options.team)];
      const rows = [];
      for (const { id, name } of teams) {
        for (const move of await store.ledger.repairUsage(id, store.now()))
          rows.push({ team: name, ...move });
      }
      if (session.context.json) return await writeStdout(`${JSON.stringify(rows)}\n`);
      if (rows.length === 0) session.terminal.note('No team is charged on a day to come.');
      await writeTable(
        session,
        ['TEAM', 'FROM', 'TO', 'PDFS'],
        rows.map(({ team, from, to, pdfs }) => [team, from, to, String(pdfs)]),
      );
    });
}

async function teamsAhead(store: Store): Promise<Team[]> {
  const ids = new Set(await store.ledger.teamsAhead(store.now()));
  return (await store.teams.list()).filter(({ id }) => ids.has(id));
}
