/** `pdfapi admin team create|set|list|show` */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { shellWord } from '#contract/admin-commands';
import { Failure } from '#contract/errors';
import { expectedQuota, noQuota, type Plan, parseQuota, planNames, plans } from '#contract/plans';
import type { TokenScope } from '#contract/token';
import type { Store, Team } from '#server/data-directory';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession, Session } from '../../session.ts';
import { addAdminTeamDeleteCommand } from './admin-team-delete.ts';
import { scopeOption } from './admin-token.ts';

interface Options extends DataDirectoryOptions {
  readonly plan?: Plan;
  readonly email?: string;
  readonly verified?: true;
  readonly unverified?: true;
  /** `zero` is no limit. */
  readonly quota?: number | 'plan' | 'zero';
  readonly rateLimit?: number | 'server';
  readonly name?: string;
  readonly token?: true;
  readonly scope?: TokenScope[];
}

export function addAdminTeamCommands(admin: Command, open: OpenSession): void {
  const team = admin
    .command('team')
    .helpCommand(false)
    .summary('teams')
    .description('Teams own templates, tokens and credits.');
  const create = team
    .command('create')
    .description('Creates a team.')
    .argument('<name>', 'its name')
    .addOption(planOption('its plan (default: discovery; on a server with --unlimited, unlimited)'))
    .option('--token', 'create a token for it too, which is shown only once')
    .addOption(scopeOption('with --token: what the token may do besides rendering'));
  addAccountOptions(create)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin team create sales --plan unlimited --token
  pdfapi admin team create acme --plan basic --email owner@acme.example --verified
  pdfapi admin team create tests --verified --quota 50 --data-dir /var/lib/pdfapi`,
    )
    .action(async (name: string, options: Options, self: Command) => {
      const session = await open(self);
      if (options.scope && !options.token) throw new Failure('usage', '--scope needs --token.');
      const store = await openDirectoryStore(session, options);
      const made = await store.teams.create({
        name,
        plan: options.plan,
        verified: options.verified === true,
        email: options.email,
        quota: ownQuota(options.quota) ?? undefined,
        rateLimit: typeof options.rateLimit === 'number' ? options.rateLimit : undefined,
      });
      warnOfTeam(session, made, options);
      const token = options.token
        ? await store.tokens.create({ teamId: made.id, name: 'first', scopes: options.scope ?? [] })
        : undefined;
      await printTeam(session, options, store, [made], true, token && { token: token.token });
    });

  const set = team
    .command('set')
    .description('Changes a team.')
    .argument('<team>', 'its name or id')
    .option('--name <name>', 'another name')
    .option('--unverified', 'its owner’s address is not verified')
    .addOption(planOption('its plan'));
  addAccountOptions(set)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi admin team set acme --plan pro
  pdfapi admin team set acme --quota 20000      # its own; --quota plan restores the plan's
  pdfapi admin team set acme --rate-limit 600   # its own; --rate-limit server restores the server's
  pdfapi admin team set 3 --name acme-labs --unverified`,
    )
    .action(async (idOrName: string, options: Options, self: Command) => {
      const session = await open(self);
      if (options.verified && options.unverified) {
        throw new Failure('usage', '--verified and --unverified are mutually exclusive.');
      }
      const store = await openDirectoryStore(session, options);
      const { name, plan, email, quota, rateLimit } = options;
      const verified = options.verified ?? (options.unverified ? false : undefined);
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(plan === undefined ? {} : { plan }),
        ...(email === undefined ? {} : { email }),
        ...(quota === undefined ? {} : { quota: ownQuota(quota) }),
        ...(rateLimit === undefined ? {} : { rateLimit: rateLimit === 'server' ? null : rateLimit }),
        ...(verified === undefined ? {} : { verified }),
      };
      if (Object.keys(changes).length === 0) {
        throw new Failure('usage', 'Nothing to change: name an option.', {
          hint: 'See: pdfapi admin team set --help',
        });
      }
      const changed = await store.teams.set(idOrName, changes);
      warnOfTeam(session, changed, options);
      await printTeam(session, options, store, [changed], true);
    });

  addAdminTeamDeleteCommand(team, open);

  addDataDirectoryOption(
    team
      .command('list')
      .description(
        'Lists the teams with their effective quota: their own, the running server’s (--quota), or the plan’s.',
      ),
  ).action(async (options: Options, self: Command) => {
    const session = await open(self);
    const store = await openDirectoryStore(session, options);
    await printTeam(session, options, store, await store.teams.list(), false);
  });

  addDataDirectoryOption(
    team.command('show').description('Shows a team.').argument('<team>', 'its name or id'),
  ).action(async (idOrName: string, options: Options, self: Command) => {
    const session = await open(self);
    const store = await openDirectoryStore(session, options);
    await printTeam(session, options, store, [await store.teams.get(idOrName)], true);
  });
}

/** Says what holds although the command reads as if it did not. */
function warnOfTeam({ terminal }: Session, team: Team, { quota, plan }: Options): void {
  const { name, verified } = team;
  if (!verified && plans[team.plan].isLimited) {
    const command = `pdfapi admin team set ${shellWord(name)} --verified`;
    terminal.warn(`its email address is not verified, so the API responds with 403. It is after: ${command}`);
  }
  if (quota === 'zero') terminal.warn('a quota of 0 is no limit. For credits only: --quota prepaid');
  if (plan !== 'unlimited') return;
  if (team.quota !== noQuota) terminal.warn('its own quota stays. Without: --quota none');
  if (team.rateLimit) terminal.warn('its own rate limit stays. Without: --rate-limit none');
}

const planOption = (help: string) => new Option('--plan <plan>', help).choices(planNames);

function addAccountOptions(command: Command): Command {
  return addDataDirectoryOption(
    command
      .option('--email <address>', 'its owner’s address, for notices')
      .option('--verified', 'its owner’s address is verified')
      .option(
        '--quota <number>',
        'its own monthly quota, "none" for no limit, "prepaid" for credits only; "plan" for the plan’s',
        quota,
      )
      .option(
        '--rate-limit <number>',
        'its own requests per minute, "none" for no limit; "server" for the server’s',
        rateLimit,
      ),
  );
}

/** Null for the quota of the plan. */
function ownQuota(given: Options['quota']): number | null | undefined {
  if (given === 'plan') return null;
  return given === 'zero' ? noQuota : given;
}

function quota(text: string): Options['quota'] {
  if (text === '0') return 'zero';
  const value = text === 'plan' ? text : parseQuota(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`It must be ${expectedQuota}.`);
}

function rateLimit(text: string): number | 'server' {
  if (text === 'server') return text;
  return text === 'none' ? 0 : wholeNumber(text);
}

interface ShownTeam {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
  /** `noQuota` for no limit. */
  readonly quota: number;
  readonly quota_from: string;
  readonly used: number;
  readonly credits: number;
  /** Null: the server's. */
  readonly rate_limit: number | null;
  readonly email: string | null;
  readonly verified: boolean;
  readonly created_at: string;
}

async function printTeam(
  session: Session,
  options: DataDirectoryOptions,
  store: Store,
  teams: readonly Team[],
  isOne: boolean,
  secret?: { readonly token: string },
): Promise<void> {
  const now = new Date();
  const { locateStore, quotasInForce } = await import('#server/data-directory');
  const { environment } = session.context;
  const { from } = quotasInForce(locateStore(options, environment), environment);
  const shown: ShownTeam[] = [];
  for (const team of teams) {
    const { current, pack_credits } = await store.ledger.summary(team.id, now);
    shown.push({
      id: team.id,
      name: team.name,
      plan: team.plan,
      quota: team.quota,
      quota_from: team.quotaFrom === 'server' ? from : team.quotaFrom,
      used: current,
      credits: pack_credits,
      rate_limit: team.rateLimit,
      email: team.email,
      verified: team.verified,
      created_at: team.createdAt.toISOString(),
    });
  }
  if (session.context.json)
    return await writeStdout(`${JSON.stringify(isOne ? { ...shown[0], ...secret } : shown)}\n`);
  await writeTable(
    session,
    ['ID', 'NAME', 'PLAN', 'USED', 'QUOTA', 'CREDITS', 'RATE LIMIT', 'EMAIL', 'VERIFIED', 'QUOTA FROM'],
    shown.map(({ id, name, plan, used, quota, quota_from, credits, rate_limit, email, verified }) => [
      String(id),
      name,
      plan,
      String(used),
      quota === noQuota ? 'none' : String(quota),
      String(credits),
      rate_limit === null ? 'server' : rate_limit === 0 ? 'none' : String(rate_limit),
      email ?? '-',
      verified ? 'yes' : 'no',
      quota_from,
    ]),
    { optional: ['RATE LIMIT', 'EMAIL', 'VERIFIED', 'QUOTA FROM'] },
  );
  if (!secret) return;
  session.terminal.note('Its token is shown only once.');
  await writeStdout(`${secret.token}\n`);
}
