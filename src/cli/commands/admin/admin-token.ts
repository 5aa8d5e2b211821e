/** `pdfapi admin token create|list|revoke` */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type TokenScope, tokenScopes } from '#contract/token';
import type { Token } from '#server/data-directory';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  findTeam,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';

interface Options extends DataDirectoryOptions {
  readonly team?: string;
  readonly name?: string;
  /** Milliseconds from now. */
  readonly expires?: number;
  readonly scope?: TokenScope[];
}

export const scopeOption = (help: string) => new Option('--scope <scope...>', help).choices(tokenScopes);

export function addAdminTokenCommands(admin: Command, open: OpenSession): void {
  const token = admin
    .command('token')
    .helpCommand(false)
    .summary('API tokens')
    .description('API tokens of a team.');

  addDataDirectoryOption(
    token
      .command('create')
      .description(
        'Creates a token and prints it. It is shown only once, because the server keeps only its hash.',
      )
      .option('--team <team>', 'name or id; required if there are several')
      .option('--name <name>', 'what it is used for')
      .option(
        '--expires <time>',
        'how long it is valid, such as 12h or 90d (default: until it is revoked)',
        lifetime,
      )
      .addOption(scopeOption('what it may do besides rendering')),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin token create --team acme --name ci --expires 90d
  pdfapi admin token create --team acme --scope templates:write --data-dir /var/lib/pdfapi
  PDFAPI_TOKEN=$(pdfapi admin token create --team acme)`,
    )
    .action(async (options: Options, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const team = await findTeam(store, options.team);
      const made = await store.tokens.create({
        teamId: team.id,
        name: options.name,
        expiresAt: options.expires === undefined ? undefined : new Date(Date.now() + options.expires),
        scopes: options.scope ?? [],
      });
      if (session.context.json) {
        return await writeStdout(
          `${JSON.stringify({ token: made.token, team: team.name, ...shownToken(made) })}\n`,
        );
      }
      const until = made.expiresAt ? `until ${made.expiresAt.toISOString()}` : 'until it is revoked';
      session.terminal.note(`A token of ${team.name}, valid ${until}. It is shown only once.`);
      await writeStdout(`${made.token}\n`);
    });

  addDataDirectoryOption(
    token
      .command('list')
      .description('Lists tokens.')
      .option('--team <team>', 'name or id (default: all teams)'),
  ).action(async (options: Options, self: Command) => {
    const session = await open(self);
    const store = await openDirectoryStore(session, options);
    const teamId = options.team === undefined ? undefined : (await store.teams.get(options.team)).id;
    const tokens = (await store.tokens.list(teamId)).map(shownToken);
    if (session.context.json) return await writeStdout(`${JSON.stringify(tokens)}\n`);
    await writeTable(
      session,
      ['ID', 'TEAM', 'NAME', 'SCOPES', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
      tokens.map((each) => [
        String(each.id),
        String(each.team_id),
        each.name ?? '-',
        each.scopes.join(' ') || '-',
        tableTime(session, each.created_at),
        each.last_used_at === null ? '-' : tableTime(session, each.last_used_at),
        each.expires_at === null ? '-' : tableTime(session, each.expires_at),
        each.revoked_at === null ? '-' : tableTime(session, each.revoked_at),
      ]),
      { optional: ['CREATED', 'SCOPES', 'LAST USED', 'TEAM', 'EXPIRES'] },
    );
  });

  addDataDirectoryOption(
    token
      .command('revoke')
      .description('Revokes a token immediately. This cannot be undone.')
      .argument('<id>', 'its id, from the list', wholeNumber),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin token list --team acme
  pdfapi admin token revoke 7`,
    )
    .action(async (id: number, options: Options, self: Command) => {
      const session = await open(self);
      const store = await openDirectoryStore(session, options);
      const revoked = shownToken(await store.tokens.revoke(id));
      await writeStdout(session.context.json ? `${JSON.stringify(revoked)}\n` : `${revoked.id}\n`);
    });
}

const shownToken = (token: Token) => ({
  id: token.id,
  team_id: token.teamId,
  name: token.name,
  scopes: token.scopes,
  created_at: token.createdAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  expires_at: token.expiresAt?.toISOString() ?? null,
  revoked_at: token.revokedAt?.toISOString() ?? null,
});

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxLifetimeMs = 3650 * units.d;

function lifetime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = Number(amount) * units[unit as keyof typeof units];
  if (time > 0 && time <= maxLifetimeMs) return time;
  throw new InvalidArgumentError('Write a time with its unit: 30m, 12h or 90d; at most 3650d.');
}
