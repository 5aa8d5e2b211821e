/** Every setting of the server, one row each: its flag, its variable, its validation and its help text. */

import { bodyLimit, rateLimit } from '#contract/limits';
import { expectedQuota, isPlan, type Plan, parseQuota, planNames, welcomePackRules } from '#contract/plans';

export interface Setting<Value> {
  /** In Commander's notation. */
  readonly flag: string;
  readonly variable: `PDFAPI_${string}`;
  readonly help: string;
  /** Returns undefined if the text is not a valid value; `expected` then describes the valid ones. */
  readonly parse: (text: string) => Value | undefined;
  readonly expected: string;
  /** The default, as text. Undefined if it is determined at run time or there is none. */
  readonly standard?: string;
  /** The value is never shown. */
  readonly isSecret?: true;
  /** In a program the setting is a number of this unit; as a flag, text with any unit. */
  readonly quantity?: { readonly unit: 'ms' | 'B'; readonly expected: string };
}

const time = { unit: 'ms', expected: 'a number of milliseconds, at most 24 hours' } as const;

export const settings = {
  dataDir: {
    flag: '--data-dir <folder>',
    variable: 'PDFAPI_DATA_DIR',
    help: 'database, documents and keys',
    parse: text,
    expected: 'the path of a folder',
  },
  databaseUrl: {
    flag: '--database-url <address>',
    variable: 'PDFAPI_DATABASE_URL',
    help: 'PostgreSQL 15 or newer, shared by several servers (default: SQLite in the data directory)',
    parse: postgresAddress,
    expected: 'an address such as postgres://user:password@database.example.com:5432/pdfapi',
    isSecret: true,
  },
  databasePool: {
    flag: '--database-pool <number>',
    variable: 'PDFAPI_DATABASE_POOL',
    help: 'most connections to PostgreSQL',
    parse: whole(1, 1_000),
    expected: 'a whole number from 1 to 1000',
    standard: '4',
  },
  databasePrepare: {
    flag: '--database-prepare <1|0>',
    variable: 'PDFAPI_DATABASE_PREPARE',
    help: 'prepare statements; 0 for PgBouncer before 1.21 in transaction mode',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '1',
  },
  documents: {
    flag: '--documents <place>',
    variable: 'PDFAPI_DOCUMENTS',
    help: 'where PDFs are kept: a folder, s3://bucket/prefix?endpoint=…&region=…, or database (default: the data directory; with --database-url the database)',
    parse: text,
    expected: 'the path of a folder, an address such as s3://bucket/prefix?region=eu-central-1, or database',
  },
  documentsRedirect: {
    flag: '--documents-redirect',
    variable: 'PDFAPI_DOCUMENTS_REDIRECT',
    help: 'send downloads to the S3 storage instead of through this server; only with --documents s3://…',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  identityKeyFile: {
    flag: '--identity-key-file <file>',
    variable: 'PDFAPI_IDENTITY_KEY_FILE',
    help: 'key that encrypts the signing identities of teams (default: identity.key in the data directory)',
    parse: text,
    expected: 'the path of a file',
  },
  timestampAuthority: {
    flag: '--timestamp-authority <address>',
    variable: 'PDFAPI_TIMESTAMP_AUTHORITY',
    help: 'time-stamp authority (RFC 3161) of signatures with config.sign.timestamp',
    parse: httpAddressWithQuery,
    expected: 'an http or https address',
  },
  noMigrate: {
    flag: '--no-migrate',
    variable: 'PDFAPI_NO_MIGRATE',
    help: 'do not change the schema of the database; see pdfapi admin migrate',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  unlimited: {
    flag: '--unlimited',
    variable: 'PDFAPI_UNLIMITED',
    help: 'no quotas and rate limits for the first team and for teams made without --plan; remembered until PDFAPI_UNLIMITED=0',
    parse: yesOrNo,
    expected: '1 or 0',
  },
  host: {
    flag: '--host <address>',
    variable: 'PDFAPI_HOST',
    help: 'address to listen on; 0.0.0.0 means all addresses of this machine',
    parse: text,
    expected: 'an address of this machine',
    standard: '127.0.0.1',
  },
  port: {
    flag: '--port <number>',
    variable: 'PDFAPI_PORT',
    help: 'port to listen on; 0 picks a free one',
    parse: whole(0, 65_535),
    expected: 'a whole number from 0 to 65535',
    standard: '8080',
  },
  publicUrl: {
    flag: '--public-url <address>',
    variable: 'PDFAPI_PUBLIC_URL',
    help: 'public address for links and signed downloads (default: the address it listens on)',
    parse: httpAddress,
    expected: 'an http or https address without a query',
  },
  workers: {
    flag: '--workers <number>',
    variable: 'PDFAPI_WORKERS',
    help: 'documents rendered at the same time (default: the number of cores)',
    parse: whole(1, 256),
    expected: 'a whole number from 1 to 256',
  },
  queue: {
    flag: '--queue <number>',
    variable: 'PDFAPI_QUEUE',
    help: 'requests that may wait for a worker; further ones get a 503',
    parse: whole(0, 100_000),
    expected: 'a whole number from 0 to 100000',
    standard: '50',
  },
  timeout: {
    flag: '--timeout <time>',
    variable: 'PDFAPI_TIMEOUT',
    help: 'time limit from a request to its finished PDF, such as 500ms, 60s or 2m',
    parse: milliseconds,
    expected: 'a time with a unit, such as 500ms, 60s or 2m, at most 24 hours',
    standard: '30s',
    quantity: time,
  },
  leaseMargin: {
    flag: '--lease-margin <time>',
    variable: 'PDFAPI_LEASE_MARGIN',
    help: 'time after --timeout until another server may take over the work of one that died',
    parse: milliseconds,
    expected: 'a time with a unit, such as 10s or 1m, at most 24 hours',
    standard: '60s',
    quantity: time,
  },
  drainDelay: {
    flag: '--drain-delay <time>',
    variable: 'PDFAPI_DRAIN_DELAY',
    help: 'how long to go on serving after a signal to stop, while /readyz says no (default: 5s with a database URL, else 0)',
    parse: millisecondsOrNone,
    expected: 'a time with a unit, such as 5s, at most 24 hours, or 0',
    quantity: time,
  },
  pageMemory: {
    flag: '--page-memory <size>',
    variable: 'PDFAPI_PAGE_MEMORY',
    help: 'memory for one page while it is printed, such as 4GB; all pages together may use twice that',
    parse: memory,
    expected: 'a size from 256MB to 64GB',
    standard: '1GB',
    quantity: { unit: 'B', expected: 'a number of bytes, 256 MiB to 64 GiB' },
  },
  rateLimit: {
    flag: '--rate-limit <number>',
    variable: 'PDFAPI_RATE_LIMIT',
    help: 'requests per minute and team; none for no limit',
    parse: parseRateLimit,
    expected: 'a whole number of at least 1, or none',
    standard: String(rateLimit.requests),
  },
  bodyLimit: {
    flag: '--body-limit <size>',
    variable: 'PDFAPI_BODY_LIMIT',
    help: 'largest request body, such as 512KB or 10MB',
    parse: bytes,
    expected: 'a size such as 512KB or 10MB, at most 1GB',
    standard: `${bodyLimit / 1024 / 1024}MB`,
    quantity: { unit: 'B', expected: 'a number of bytes, 1 KiB to 1 GiB' },
  },
  quota: {
    flag: '--quota <plan=number...>',
    variable: 'PDFAPI_QUOTA',
    help: 'a different monthly quota for a plan, such as basic=10000 or pro=none',
    parse: quotas,
    expected: `<plan>=<quota>, separated by commas, where a plan is ${planNames.join(', ')}, and a quota ${expectedQuota}`,
  },
  welcomePack: {
    flag: '--welcome-pack <when>',
    variable: 'PDFAPI_WELCOME_PACK',
    help: '1,000 PDFs for a team on basic or pro that first reaches its quota: plan (if that is the plan’s own), always (also if you set it) or never',
    parse: (word: string) => welcomePackRules.find((rule) => rule === word),
    expected: `one of: ${welcomePackRules.join(', ')}`,
    standard: 'plan',
  },
  purchaseUrl: {
    flag: '--purchase-url <address>',
    variable: 'PDFAPI_PURCHASE_URL',
    help: 'where credits are sold (default: the billing page of this server)',
    parse: httpAddressWithQuery,
    expected: 'an http or https address',
  },
  smtpUrl: {
    flag: '--smtp-url <address>',
    variable: 'PDFAPI_SMTP_URL',
    help: 'mail server for notices, smtp://… or smtps://… (put a password into the variable)',
    parse: smtpAddress,
    expected: 'an address such as smtp://user:password@mail.example.com:587',
    isSecret: true,
  },
  mailFrom: {
    flag: '--mail-from <address>',
    variable: 'PDFAPI_MAIL_FROM',
    help: 'sender of the notices',
    parse: text,
    expected: 'a mail address',
    standard: 'pdfapi <pdfapi@localhost>',
  },
  trustProxy: {
    flag: '--trust-proxy',
    variable: 'PDFAPI_TRUST_PROXY',
    help: 'take the client’s address from X-Forwarded-For; only behind a proxy that sets it',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  gotenberg: {
    flag: '--gotenberg',
    variable: 'PDFAPI_GOTENBERG',
    help: 'serve the routes of Gotenberg 8 too, and read its environment variables; without a token only on loopback',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  noMcp: {
    flag: '--no-mcp',
    variable: 'PDFAPI_NO_MCP',
    help: 'do not serve assistants at /mcp',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  noScripts: {
    flag: '--no-scripts',
    variable: 'PDFAPI_NO_SCRIPTS',
    help: 'do not run scripts of documents',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  noSandbox: {
    flag: '--no-sandbox',
    variable: 'PDFAPI_NO_SANDBOX',
    help: 'run Chromium without its sandbox; only for trusted HTML',
    parse: yesOrNo,
    expected: '1 or 0',
    standard: '0',
  },
  allowHosts: {
    flag: '--allow-host <host[:port]...>',
    variable: 'PDFAPI_ALLOW_HOSTS',
    help: 'non-public hosts that pages, webhooks, uploads and signatures may reach, separated by commas',
    parse: list,
    expected: 'host or host:port, separated by commas',
    standard: '',
  },
  browser: {
    flag: '--browser <path>',
    variable: 'PDFAPI_BROWSER',
    help: 'the Chrome or Chromium to use (default: the one that comes with pdfapi)',
    parse: text,
    expected: 'the path of a program',
  },
  cacheDir: {
    flag: '--cache-dir <folder>',
    variable: 'PDFAPI_CACHE_DIR',
    help: 'folder into which the browser is unpacked',
    parse: text,
    expected: 'the path of a folder',
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'PDFAPI_LOG_LEVEL',
    help: 'trace, debug, info, warn, error or silent',
    parse: (word: string) => levels.find((level) => level === word),
    expected: 'one of: trace, debug, info, warn, error, silent',
    standard: 'info',
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** The value of a setting that is given. */
export type SettingValue<Name extends SettingName> = Exclude<
  ReturnType<(typeof settings)[Name]['parse']>,
  undefined
>;

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

function text(value: string): string | undefined {
  return value.trim() || undefined;
}

function whole(min: number, max: number) {
  return (value: string): number | undefined => {
    const number = Number(value);
    return /^\d{1,10}$/.test(value.trim()) && number >= min && number <= max ? number : undefined;
  };
}

/** Returns 0 for no limit. */
function parseRateLimit(value: string): number | undefined {
  return value.trim() === 'none' ? 0 : whole(0, 1_000_000_000)(value);
}

/** Removes the trailing slash, so that a path can be appended. */
function httpAddress(value: string): string | undefined {
  const address = httpAddressWithQuery(value);
  if (address === undefined || /[?#]/.test(address)) return undefined;
  return address.replace(/(?<!\/)\/+$/, '');
}

function httpAddressWithQuery(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, href } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' ? href : undefined;
}

function smtpAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname } = new URL(value);
  return /^smtps?:$/.test(protocol) && hostname !== '' ? value : undefined;
}

function postgresAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, pathname } = new URL(value);
  return /^postgres(?:ql)?:$/.test(protocol) && hostname !== '' && pathname.length > 1 ? value : undefined;
}

const day = 86_400_000;
function milliseconds(value: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value.trim()) ?? [];
  const time = Number(amount) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
  return time >= 1 && time <= day ? time : undefined;
}

function millisecondsOrNone(value: string): number | undefined {
  return value.trim() === '0' ? 0 : milliseconds(value);
}

function bytes(value: string): number | undefined {
  return sizeWithin(value, 1024, 1024 ** 3);
}

function memory(value: string): number | undefined {
  return sizeWithin(value, 256 * 1024 ** 2, 64 * 1024 ** 3);
}

function sizeWithin(value: string, min: number, max: number): number | undefined {
  const [, amount, unit = 'B'] = /^(\d+)\s*(B|KB|MB|GB)?$/i.exec(value.trim()) ?? [];
  const size = Number(amount) * 1024 ** ['B', 'KB', 'MB', 'GB'].indexOf(unit.toUpperCase());
  return size >= min && size <= max ? size : undefined;
}

function quotas(value: string): Partial<Record<Plan, number>> | undefined {
  const result: Partial<Record<Plan, number>> = {};
  for (const entry of list(value)) {
    const [, plan = '', text = ''] = /^(\w+)=(\w+)$/.exec(entry) ?? [];
    const quota = parseQuota(text);
    if (!isPlan(plan) || quota === undefined) return undefined;
    result[plan] = quota;
  }
  return result;
}

function yesOrNo(value: string): boolean | undefined {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
  return ['0', 'false', 'no', 'off'].includes(value.toLowerCase()) ? false : undefined;
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
