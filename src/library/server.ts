/** The server in the process of another program. `pdfapi serve` runs the same one. */
import { didYouMean } from '#contract/did-you-mean';
import type { Plan, WelcomePackRule } from '#contract/plans';
import type { RunningServer } from '#server/serve';
import { type Setting, type SettingName, type SettingValue, settings } from '#server/settings';
import { invalidOption } from './invalid-option.ts';
import { packageVersion } from './package-version.ts';

/**
 * The settings of `pdfapi serve`. Variables of the environment are not read, except for default folders and the
 * credentials of S3.
 */
export interface ServerOptions {
  /** Database, documents and keys. Only one server may have it. Default: `~/.local/share/pdfapi`. */
  readonly dataDir?: string | undefined;
  /**
   * A database on PostgreSQL 15 or newer, which several servers share; needs `publicUrl`. Default: SQLite in the data
   * directory.
   *
   * @example 'postgres://user:password@database.example.com:5432/pdfapi'
   */
  readonly databaseUrl?: string | undefined;
  /** Most connections to PostgreSQL. Default: 4. */
  readonly databasePool?: number | undefined;
  /** Prepare statements on PostgreSQL; false for PgBouncer before 1.21 in transaction mode. Default: true. */
  readonly databasePrepare?: boolean | undefined;
  /** Do not change the schema of the database: see `pdfapi admin migrate`. Default: false. */
  readonly noMigrate?: boolean | undefined;
  /**
   * Where PDFs are kept: a folder, `s3://bucket/prefix?endpoint=…&region=…` with the credentials in AWS_ACCESS_KEY_ID and
   * AWS_SECRET_ACCESS_KEY, or `database`. Default: the folder `documents` in the data directory; with `databaseUrl` the
   * database.
   */
  readonly documents?: string | undefined;
  /** Send downloads to the S3 storage instead of through this server. Default: false. */
  readonly documentsRedirect?: boolean | undefined;
  /** Address to listen on; `0.0.0.0` means all addresses of the machine. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** 0 picks a free one. Default: 8080. */
  readonly port?: number | undefined;
  /** Public address for links and signed downloads. Default: the address it listens on. */
  readonly publicUrl?: string | undefined;
  /** Documents rendered at the same time. Default: the number of processors. */
  readonly workers?: number | undefined;
  /** Requests that may wait for a worker; further ones get a 503. Default: 50. */
  readonly queue?: number | undefined;
  /** Milliseconds from a request to its PDF. Default: 30,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds after `timeout` until another server may take over the work of one that died. Default: 60,000. */
  readonly leaseMargin?: number | undefined;
  /**
   * Milliseconds for which `close` goes on serving, while `/readyz` says no. Default: 5,000 with `databaseUrl`, else 0.
   */
  readonly drainDelay?: number | undefined;
  /** Bytes of memory for one document; all together may take twice that. Default: 1 GiB. */
  readonly pageMemory?: number | undefined;
  /**
   * No quotas and rate limits for the first team and for teams that are created without a plan. Remembered in the
   * database until it is false. Default: as remembered; otherwise the limits of the plans.
   */
  readonly unlimited?: boolean | undefined;
  /** Requests per minute and team; 0 for no limit. Default: 60. */
  readonly rateLimit?: number | undefined;
  /** Bytes of the largest request body. Default: 10 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Other monthly quotas for plans; 0 for no limit. */
  readonly quota?: Readonly<Partial<Record<Plan, number>>> | undefined;
  /**
   * When a team on basic or pro that first reaches its quota gets 1,000 PDFs: if the quota is that of its plan, also if it was set
   * here or for the team, or never. Default: `plan`.
   */
  readonly welcomePack?: WelcomePackRule | undefined;
  /** Where credits are sold. Default: the billing page of the server. */
  readonly purchaseUrl?: string | undefined;
  /** File of the key that encrypts the signing identities of teams. Default: `identity.key` in the data directory. */
  readonly identityKeyFile?: string | undefined;
  /** Time-stamp authority (RFC 3161) of signatures with `config.sign.timestamp`. Default: none. */
  readonly timestampAuthority?: string | undefined;
  /** Mail server for notices, `smtp://…` or `smtps://…`. Default: none; notices are logged. */
  readonly smtpUrl?: string | undefined;
  /** Sender of the notices. Default: `pdfapi <pdfapi@localhost>`. */
  readonly mailFrom?: string | undefined;
  /** Take the client's address from `X-Forwarded-For`; only behind a proxy that sets it. Default: false. */
  readonly trustProxy?: boolean | undefined;
  /**
   * Serve the routes of Gotenberg 8 too, open to everyone on this machine if `host` is a loopback address. Default: false.
   */
  readonly gotenberg?: boolean | undefined;
  /** Do not serve assistants at `/mcp`. Default: false. */
  readonly noMcp?: boolean | undefined;
  /** Do not run scripts of documents. Default: false. */
  readonly noScripts?: boolean | undefined;
  /** Run Chromium without its sandbox; only for trusted HTML. Default: false. */
  readonly noSandbox?: boolean | undefined;
  /** Hosts (`host` or `host:port`) that pages, webhooks, uploads and signatures may reach although they are not public. Default: none. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Path of a Chrome or Chromium. Default: the one that the package brings. */
  readonly browser?: string | undefined;
  /** Where browsers are unpacked. Default: `~/.cache/pdfapi`; for root `/var/cache/pdfapi`. */
  readonly cacheDir?: string | undefined;
  /** The least level that is logged to stderr, as lines of JSON, if there is no `log`. Default: `silent`. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined;
  /** A pino logger, or one with its methods. It has a level of its own. */
  readonly log?: ServerLog | undefined;
}

/** The methods of a logger that the server calls, as pino has them: details first, if there are any, then a message. */
export interface ServerLog {
  level: string;
  readonly fatal: LogFunction;
  readonly error: LogFunction;
  readonly warn: LogFunction;
  readonly info: LogFunction;
  readonly debug: LogFunction;
  readonly trace: LogFunction;
  readonly silent: LogFunction;
  child(bindings: object, options?: object): ServerLog;
}

// biome-ignore lint/suspicious/noExplicitAny: each logger declares other types of its arguments.
type LogFunction = (...values: any[]) => void;

export interface ServerHandle extends AsyncDisposable {
  /** The address that clients use, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly dataDir: string;
  /** A token of the first team, with which `createClient` can begin. Only the first start with a data directory has it. */
  readonly token: string | undefined;
  /** Resolves with the browser's version when it can print. Throws the reason if it cannot start. */
  ready(): Promise<string>;
  /**
   * Answers 503 to new requests, and finishes running ones for up to 30 s. Undelivered documents are not charged. A
   * second call returns the same promise.
   */
  close(): Promise<void>;
}

/**
 * Starts a server and resolves when it listens. It installs no signal handlers: close it, or declare it with
 * `await using`.
 *
 * Throws `invalid_option`, `usage` for what a setting needs besides, `data_directory_in_use`, `address_in_use`,
 * `database_corrupt`, `database_newer`, `database_older` and `database_failed`.
 *
 * @example
 * await using server = await startServer({ dataDir: './data', port: 0 });
 * const client = createClient({ url: server.url, token });
 */
export async function startServer({ log, ...options }: ServerOptions = {}): Promise<ServerHandle> {
  // Programs that only render do not load the server.
  const [{ readConfig }, { serve }, { createLogger }] = await Promise.all([
    import('#server/config'),
    import('#server/serve'),
    import('#server/operations/logger'),
  ]);
  const given = settingTexts(options as Required<typeof options>);
  const { config } = readConfig({ logLevel: 'silent', ...given }, systemVariables(), 'option');
  const server = await serve({
    config,
    version: packageVersion(),
    log: log ?? (await createLogger(config.logLevel, { isTerminal: false, colour: false })),
    environment: process.env,
  });
  await server.confirmToken();
  return handleOf(server);
}

const handleOf = ({ url, dataDir, token, browser, stop }: RunningServer): ServerHandle => ({
  url,
  dataDir,
  token,
  ready: browser,
  close: stop,
  [Symbol.asyncDispose]: stop,
});

/** The folders of the system, without pdfapi's own variables. */
const systemVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PDFAPI_')));

/** `ServerOptions` does not compile without an option for each setting of the table, of its type. */
type SettingOptions = { readonly [Name in SettingName]: Readonly<SettingValue<Name>> | undefined };

/** Returns the settings as the texts of their flags, which `readConfig` validates. Throws `invalid_option`. */
function settingTexts(options: SettingOptions): Partial<Record<SettingName, string>> {
  const texts: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!isSettingName(name))
      throw invalidOption(name, `is unknown.${didYouMean(name, Object.keys(settings))}`);
    const setting: Setting<unknown> = settings[name];
    const { expected } = setting.quantity ?? setting;
    const text = toText(value, setting);
    if (setting.parse(text) === undefined) {
      const shown = setting.isSecret ? '' : `, not ${JSON.stringify(value)}`;
      throw invalidOption(name, `must be ${expected}${shown}.`);
    }
    texts[name] = text;
  }
  return texts;
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

function toText(value: unknown, { quantity }: Setting<unknown>): string {
  if (Array.isArray(value)) return value.join(',');
  // Zero has no unit: some times may be none.
  if (typeof value === 'number') return value === 0 ? '0' : `${value}${quantity?.unit ?? ''}`;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map((entry) => entry.join('='))
      .join(',');
  }
  return String(value);
}
