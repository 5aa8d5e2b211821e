/** `pdfapi serve`: runs the API on this machine. */
import { type Command, Option } from 'commander';
import { tokenCommand } from '#contract/admin-commands';
import { noQuota, shownQuota } from '#contract/plans';
import { packageVersion } from '#library/package-version';
import type { ReadConfig } from '#server/config';
import type { RunningServer } from '#server/serve';
import { type Setting, type SettingName, settingNames, settings } from '#server/settings';
import { writeStdout } from '../io/streams.ts';
import { writeTable } from '../io/table.ts';
import type { OpenSession, Session } from '../session.ts';

export function addServeCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('serve')
    .summary('run the API on this machine')
    .description(
      'Runs the API with Chromium and one data directory with SQLite, or with PostgreSQL that several servers share. Every option has an environment variable.',
    );
  for (const name of settingNames) command.addOption(toOption(settings[name]));
  command
    .option('--print-config', 'print every setting with its value and origin, and exit')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi serve --unlimited                            a server of your own: no quotas and rate limits
  pdfapi serve                                        with the plans of the API document
  pdfapi serve --port 0 --data-dir ./data --json      one JSON object on stdout when it is ready
  PDFAPI_SMTP_URL=smtp://… pdfapi serve --host 0.0.0.0 --public-url https://pdf.example.com --trust-proxy`,
    )
    .action(async (options: Record<string, string | boolean>, self: Command) => {
      const session = await open(self);
      const { readConfig, shownConfig } = await import('#server/config');
      const read = readConfig(givenSettings(self, options), session.context.environment);
      if (options.printConfig) await printConfig(session, shownConfig(read));
      else await run(session, read);
    });
}

function toOption({ flag, variable, help, standard }: Setting<unknown>): Option {
  // A switch is off if it is not given.
  const takesValue = /[<[]/.test(flag);
  const shown = standard && takesValue ? ` (default: ${standard})` : '';
  const option = new Option(flag, `${help}${shown} [${variable}]`);
  // Commander overlooks the dots behind a bracket, and would keep only the last value.
  option.variadic = flag.endsWith('...>');
  return option;
}

/** Returns the texts of the given flags, by setting. */
function givenSettings(
  command: Command,
  options: Record<string, string | boolean>,
): Partial<Record<SettingName, string>> {
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of settingNames) {
    const option = toOption(settings[name]);
    const attribute = option.attributeName();
    const source = command.getOptionValueSourceWithGlobals(attribute);
    if (source !== 'cli') continue;
    const value = command.optsWithGlobals()[attribute] ?? options[attribute];
    given[name] = option.negate ? (value === false ? '1' : '0') : toText(value);
  }
  return given;
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  // The value of the global `--timeout`, in milliseconds.
  if (typeof value === 'number') return `${value}ms`;
  return value === true ? '1' : String(value);
}

async function printConfig(
  session: Session,
  shown: Readonly<Record<string, { readonly value: unknown; readonly origin: string }>>,
): Promise<void> {
  if (session.context.json) return await writeStdout(`${JSON.stringify(shown)}\n`);
  const rows = Object.entries(shown).map(([name, { value, origin }]) => [
    name,
    value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    origin,
  ]);
  await writeTable(session, ['SETTING', 'VALUE', 'ORIGIN'], rows);
}

/** Options of V8. */
const serverFlags = [
  // The second barrier of decision 8.
  '--enable-experimental-regexp-engine-on-excessive-backtracks',
  // Begin to collect all garbage when a tenth of what the heap may grow by is left, and not after a quarter is used: most of a
  // render's memory is buffers, which would start it every ten documents. It was a third of the server's processor time.
  '--incremental-marking-soft-trigger=10',
  '--incremental-marking-hard-trigger=5',
] as const;

async function run(session: Session, { config, origins }: ReadConfig): Promise<void> {
  const { context, terminal, shutdown } = session;
  if (config.noSandbox) {
    terminal.warn('the browser sandbox is off: a hostile document can take over this user account.', {
      always: true,
    });
  }
  terminal.activity('Starting');
  // For the whole process. Not in every command: flags make Node.js compile its own modules again, which doubles the time to
  // load them.
  for (const flag of serverFlags) process.getBuiltinModule('node:v8').setFlagsFromString(flag);
  const [{ serve }, { createLogger }] = await Promise.all([
    import('#server/serve'),
    import('#server/operations/logger'),
  ]);
  const log = await createLogger(config.logLevel, {
    isTerminal: context.terminals.stderr,
    colour: context.colour.stderr > 0,
  });
  const server = await serve({
    config,
    version: packageVersion(),
    log,
    environment: context.environment,
    onProgress: (text) => terminal.activity(text),
  });
  let isStopping = false;
  const stopped = new Promise<void>((resolve) => {
    shutdown.takeSignals(async () => {
      isStopping = true;
      terminal.note('Finishing the requests in progress. Press Ctrl-C again to stop immediately.');
      await server.stop();
      resolve();
    });
  });
  const browser = await server.browser().catch((error) => {
    if (!isStopping) throw error;
  });
  terminal.rest();
  if (browser === undefined) return await stopped;
  const { url, listening, token, pid, dataDir, database, firstTeam } = server;
  const newToken = tokenCommand({
    team: firstTeam?.name ?? '<team>',
    dataDir: origins.dataDir === 'default' || database !== undefined ? undefined : dataDir,
  });
  const text = context.json
    ? `${JSON.stringify({ url, listening, token: token ?? null, pid, dataDir, database: database ?? null, plan: firstTeam?.plan ?? null })}\n`
    : banner(session, {
        url,
        listening,
        token,
        data: database ?? dataDir,
        browser,
        limits: firstTeam && describeLimits(firstTeam, config.rateLimit),
        newToken,
      });
  // The server runs: it must not end, and be started again, because its address cannot be read.
  await writeStdout(text).then(
    () => server.confirmToken(),
    (error) =>
      log.warn({ reason: (error as Error).message, newToken }, 'stdout cannot be written; the server runs'),
  );
  await stopped;
}

type ShownTeam = NonNullable<RunningServer['firstTeam']>;

/** Returns, for example, `15,000 PDFs a month, 60 requests a minute (plan pro); none with serve --unlimited`. */
function describeLimits({ plan, quota, rateLimit }: ShownTeam, ofServer: number): string {
  const requests = rateLimit ?? ofServer;
  const limits = [
    ...(quota === noQuota ? [] : [`${shownQuota(quota)} PDFs a month`]),
    ...(requests === 0 ? [] : [`${requests.toLocaleString('en')} requests a minute`]),
  ];
  if (limits.length === 0) return `none (plan ${plan})`;
  const remedy = plan === 'unlimited' ? '' : '; none with serve --unlimited';
  return `${limits.join(', ')} (plan ${plan})${remedy}`;
}

interface BannerFacts {
  readonly url: string;
  readonly listening: string;
  readonly token: string | undefined;
  /** The data directory, or the address of the database. */
  readonly data: string;
  readonly browser: string;
  readonly limits: string | undefined;
  /** The command that creates another token. */
  readonly newToken: string;
}

function banner(
  { terminal }: Session,
  { url, listening, token, data, browser, limits, newToken }: BannerFacts,
): string {
  const { bold, dim } = terminal.styleOut;
  const lines = [
    '',
    `  ${bold('pdfapi')} is ready at ${bold(url)}`,
    '',
    ...(listening === url ? [] : [`  ${dim('listens')}  ${listening}`]),
    `  ${dim('data')}     ${data}`,
    `  ${dim('browser')}  ${browser}`,
    ...(limits === undefined ? [] : [`  ${dim('limits')}   ${limits}`]),
    `  ${dim('studio')}   ${url}/studio`,
    `  ${dim('docs')}     ${url}/docs`,
  ];
  if (token !== undefined) {
    lines.push(
      `  ${dim('token')}    ${bold(token)}   ${dim('shown only once')}`,
      '',
      '  Try it:',
      '',
      `curl -sS ${url}/api/v1/html-to-pdf -o hello.pdf \\`,
      `  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
      `  -d '{ "html": "<h1>Hello {{ name }}</h1>", "data": { "name": "Ada" }, "output": "binary" }'`,
    );
  } else lines.push('', `  ${dim(`A new token: ${newToken}`)}`);
  return `${lines.join('\n')}\n\n`;
}
