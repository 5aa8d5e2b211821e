/** `pdfapi admin team delete` */
import type { Command } from 'commander';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { assertConfirmed } from '../../io/confirm.ts';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession } from '../../session.ts';

interface Options extends DataDirectoryOptions {
  readonly dryRun?: boolean;
}

export function addAdminTeamDeleteCommand(team: Command, open: OpenSession): void {
  addDataDirectoryOption(
    team
      .command('delete')
      .summary('Deletes a team.')
      .description(
        'Deletes a team with its tokens, templates, documents, jobs, webhooks and signing identities. Its tokens are refused at once, the bytes of its documents are gone within a minute of a running server, and its name becomes free. Its charges stay in the ledger, and the versions of its templates in the database as those of every deleted template. Asks at a terminal; scripts confirm with --yes.',
      )
      .argument('<team>', 'its name or id')
      .option('--dry-run', 'say what would be deleted, without deleting it'),
  )
    .addHelpText('after', '\nExample:\n  pdfapi admin team delete acme --yes')
    .action(async (idOrName: string, { dryRun = false, ...options }: Options, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const { team, ...found } = await store.teamRemoval.try(idOrName);
      const things = [
        count(found.tokens, 'token'),
        count(found.templates, 'template'),
        count(found.documents, 'document'),
        count(found.jobs, 'job'),
        count(found.webhooks, 'webhook'),
        count(found.signing_identities, 'signing key'),
      ].join(', ');
      const question = `Delete the team ${team.name} (id ${team.id}): ${things}? This cannot be undone.`;
      if (!dryRun) await assertConfirmed(session, question, `pdfapi admin team delete ${idOrName}`);
      const removed = dryRun ? found : await store.teamRemoval.remove(team.id);
      const { id, name } = team;
      session.terminal.note(
        dryRun ? `Nothing was deleted: --dry-run. Would be gone: ${things}.` : `Deleted ${things}.`,
      );
      await writeStdout(
        session.context.json
          ? `${JSON.stringify({ ...removed, team: undefined, id, name, deleted: !dryRun, dry_run: dryRun || undefined })}\n`
          : `${id}\t${name}\n`,
      );
    });
}
