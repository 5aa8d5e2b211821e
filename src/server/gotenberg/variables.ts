/**
 * The variables of the environment with which Gotenberg is configured, one row each, as far as they have a meaning here.
 * `sharedVariables` has the ones that say the same as a setting of this server.
 */
import { Failure } from '#contract/errors';
import type { SettingName } from '../settings.ts';
import { parseBoolean, parseGoDuration, ValueFault } from './form/go-values.ts';

/** Read with `--gotenberg` for a setting of which neither flag nor variable is given. */
export const sharedVariables: Readonly<Partial<Record<SettingName, string>>> = {
  host: 'API_BIND_IP',
  port: 'API_PORT',
  timeout: 'API_TIMEOUT',
  bodyLimit: 'API_BODY_LIMIT',
  workers: 'CHROMIUM_MAX_CONCURRENCY',
  noScripts: 'CHROMIUM_DISABLE_JAVASCRIPT',
  logLevel: 'LOG_LEVEL',
};

interface Variable<Value> {
  readonly variable: string;
  /** Returns undefined if the text is not a valid value; `expected` then describes the valid ones. */
  readonly parse: (text: string) => Value | undefined;
  readonly expected: string;
  readonly standard: string;
}

const flag = (variable: string, standard: 'true' | 'false' = 'false'): Variable<boolean> => ({
  variable,
  parse: (text) => withoutFault(() => parseBoolean(text)),
  expected: 'true or false',
  standard,
});

const patterns = (variable: string, standard = ''): Variable<readonly RegExp[]> => ({
  variable,
  parse: parsePatterns,
  expected: 'regular expressions, separated by commas',
  standard,
});

const duration = (variable: string, standard: string): Variable<number> => ({
  variable,
  parse(text) {
    const time = withoutFault(() => parseGoDuration(text));
    return time !== undefined && time >= 0 && time <= 3_600_000 ? time : undefined;
  },
  expected: 'a time such as 30s or 1m, at most 1h',
  standard,
});

const count = (variable: string, standard: string): Variable<number> => ({
  variable,
  parse: (text) => (/^\d{1,2}$/.test(text) ? Number(text) : undefined),
  expected: 'a whole number up to 99',
  standard,
});

const words = (variable: string, pattern: RegExp, expected: string, standard: string): Variable<string> => ({
  variable,
  parse: (text) => (pattern.test(text) ? text : undefined),
  expected,
  standard,
});

const path = 'a path such as /pdf/ that begins and ends with a slash';
const header = 'the name of a header';

const variables = {
  rootPath: words('API_ROOT_PATH', /^\/(?:[\w.~-]+\/)*$/, path, '/'),
  traceHeader: words('API_CORRELATION_ID_HEADER', /^[\w-]{1,100}$/, header, 'Gotenberg-Trace'),
  /** The earlier name of the one above. */
  oldTraceHeader: words('API_TRACE_HEADER', /^[\w-]{0,100}$/, header, ''),
  hasBasicAuth: flag('API_ENABLE_BASIC_AUTH'),
  username: words('GOTENBERG_API_BASIC_AUTH_USERNAME', /^/, 'a name', ''),
  password: words('GOTENBERG_API_BASIC_AUTH_PASSWORD', /^/, 'a password', ''),
  hasOidc: flag('API_ENABLE_OIDC_AUTH'),
  downloadAllowList: patterns('API_DOWNLOAD_FROM_ALLOW_LIST'),
  downloadDenyList: patterns('API_DOWNLOAD_FROM_DENY_LIST'),
  noPublicDownloads: flag('API_DOWNLOAD_FROM_DENY_PUBLIC_IPS'),
  downloadRetries: count('API_DOWNLOAD_FROM_MAX_RETRY', '4'),
  noDownloads: flag('API_DISABLE_DOWNLOAD_FROM'),
  isHealthQuiet: flag('API_DISABLE_HEALTH_CHECK_ROUTE_TELEMETRY', 'true'),
  isRootQuiet: flag('API_DISABLE_ROOT_ROUTE_TELEMETRY', 'true'),
  isDebugQuiet: flag('API_DISABLE_DEBUG_ROUTE_TELEMETRY', 'true'),
  isVersionQuiet: flag('API_DISABLE_VERSION_ROUTE_TELEMETRY', 'true'),
  areMetricsQuiet: flag('PROMETHEUS_DISABLE_ROUTE_TELEMETRY', 'true'),
  hasDebug: flag('API_ENABLE_DEBUG_ROUTE'),
  hasDebugData: flag('GOTENBERG_BUILD_DEBUG_DATA', 'true'),
  pageAllowList: patterns('CHROMIUM_ALLOW_LIST'),
  pageDenyList: patterns('CHROMIUM_DENY_LIST', '^file:(?!//\\/tmp/).*'),
  noPublicPages: flag('CHROMIUM_DENY_PUBLIC_IPS'),
  noChromium: flag('CHROMIUM_DISABLE_ROUTES'),
  noEngines: flag('PDFENGINES_DISABLE_ROUTES'),
  metricsNamespace: words(
    'PROMETHEUS_NAMESPACE',
    /^[A-Za-z_]\w{0,99}$/,
    'letters, digits and underscores',
    'gotenberg',
  ),
  metricsPath: words('PROMETHEUS_METRICS_PATH', /^(?:\/[\w.~-]+)+$/, 'a path', '/prometheus/metrics'),
  noMetrics: flag('PROMETHEUS_DISABLE_COLLECT'),
  noWebhooks: flag('WEBHOOK_DISABLE'),
  areWebhooksSync: flag('WEBHOOK_ENABLE_SYNC_MODE'),
  webhookAllowList: patterns('WEBHOOK_ALLOW_LIST'),
  webhookDenyList: patterns('WEBHOOK_DENY_LIST'),
  webhookErrorAllowList: patterns('WEBHOOK_ERROR_ALLOW_LIST'),
  webhookErrorDenyList: patterns('WEBHOOK_ERROR_DENY_LIST'),
  noPublicWebhooks: flag('WEBHOOK_DENY_PUBLIC_IPS'),
  webhookRetries: count('WEBHOOK_MAX_RETRY', '4'),
  webhookMinWait: duration('WEBHOOK_RETRY_MIN_WAIT', '1s'),
  webhookMaxWait: duration('WEBHOOK_RETRY_MAX_WAIT', '30s'),
  webhookTimeout: duration('WEBHOOK_CLIENT_TIMEOUT', '30s'),
} as const satisfies Record<string, Variable<unknown>>;

type VariableName = keyof typeof variables;

export type GotenbergSettings = {
  readonly [Name in VariableName]: Exclude<ReturnType<(typeof variables)[Name]['parse']>, undefined>;
};

/** Throws `usage`, naming the variable and what it may be. Values are not shown: a password is among them. */
export function readGotenbergSettings(
  environment: Readonly<Record<string, string | undefined>>,
): GotenbergSettings {
  const settings: Record<string, unknown> = {};
  for (const [name, { variable, parse, expected, standard }] of Object.entries(variables)) {
    const value = parse(environment[variable] ?? standard);
    if (value === undefined) throw new Failure('usage', `${variable}: its value is not ${expected}.`);
    settings[name] = value;
  }
  const read = settings as GotenbergSettings;
  if (read.hasBasicAuth && (read.username === '' || read.password === '')) {
    const { username, password } = variables;
    throw new Failure(
      'usage',
      `${variables.hasBasicAuth.variable} is set, so ${username.variable} and ${password.variable} must be set too.`,
    );
  }
  return read;
}

function withoutFault<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ValueFault) return undefined;
    throw error;
  }
}

/** Like a line of CSV, so that a quoted expression may have commas. */
function parsePatterns(text: string): readonly RegExp[] | undefined {
  const entries = text.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  try {
    return entries.map(
      (entry) => new RegExp(entry.startsWith('"') ? entry.slice(1, -1).replaceAll('""', '"') : entry),
    );
  } catch {
    return undefined;
  }
}
