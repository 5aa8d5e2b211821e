/** The server in the process of another program. `pdfapi serve` runs the same one. */
import { didYouMean } from '../contract/did-you-mean.ts';
import type { Plan } from '../contract/plans.ts';
import type { RunningServer } from '../server/serve.ts';
import { type SettingName, settings } from '../server/settings.ts';
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
   * Where PDFs are kept: a folder, `s3://bucket/prefix?endpoint=…&region=…` with the credentials in AWS_ACCESS_KEY_ID and
   * AWS_SECRET_ACCESS_KEY, or `database`. Default: the folder `documents` in the data directory.
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
  /** Bytes of memory for one document; all together may take twice that. Default: 1 GiB. */
  readonly pageMemory?: number | undefined;
  /** Requests per minute and team; 0 for no limit. Default: 60. */
  readonly rateLimit?: number | undefined;
  /** Bytes of the largest request body. Default: 10 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Other monthly quotas for plans. */
  readonly quota?: Readonly<Partial<Record<Plan, number>>> | undefined;
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
  /** A pino logger, or one with its methods. Default: nothing is logged. */
  readonly log?: ServerLog | undefined;
}

/** What the server calls of its logger, in the manner of pino: details first, if there are any, and then a message. */
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
 * Throws `invalid_option`, `data_directory_in_use`, `address_in_use`, `database_corrupt` and `database_newer`.
 *
 * @example
 * await using server = await startServer({ dataDir: './data', port: 0 });
 * const client = createClient({ url: server.url, token });
 */
export async function startServer({ log, ...options }: ServerOptions = {}): Promise<ServerHandle> {
  // Programs that only render do not load the server.
  const [{ readConfig }, { serve }, { pino }] = await Promise.all([
    import('../server/config.ts'),
    import('../server/serve.ts'),
    import('pino'),
  ]);
  const { config } = readConfig(settingTexts(options), systemVariables());
  const server = await serve({
    config,
    version: packageVersion(),
    log: log ?? pino({ level: 'silent' }),
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

/** Settings that are numbers here and have a unit as flags: that unit, and what is valid. */
const quantities: Partial<Record<SettingName, { readonly unit: string; readonly expected: string }>> = {
  timeout: { unit: 'ms', expected: 'a number of milliseconds, at most 24 hours' },
  pageMemory: { unit: 'B', expected: 'a number of bytes, 256 MiB to 64 GiB' },
  bodyLimit: { unit: 'B', expected: 'a number of bytes, 1 KiB to 1 GiB' },
};

/** Returns the settings as the texts of their flags, which `readConfig` validates. Throws `invalid_option`. */
function settingTexts(options: object): Partial<Record<SettingName, string>> {
  const texts: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(settings, name) || name === 'logLevel') {
      throw invalidOption(name, `is unknown.${didYouMean(name, Object.keys(settings))}`);
    }
    const text = toText(name as SettingName, value);
    const { parse, ...setting } = settings[name as SettingName];
    const { expected } = quantities[name as SettingName] ?? setting;
    if (parse(text) === undefined)
      throw invalidOption(name, `must be ${expected}, not ${JSON.stringify(value)}.`);
    texts[name as SettingName] = text;
  }
  return texts;
}

function toText(name: SettingName, value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'number') return `${value}${quantities[name]?.unit ?? ''}`;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map((entry) => entry.join('='))
      .join(',');
  }
  return String(value);
}
