/** Reads the server's settings from flags and the environment. The only file of `server` that reads the environment. */
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '#browser/install/cache-directory';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { homeDirectory } from '#contract/files/home-directory';
import type { DocumentsPlace } from '#store/document-bytes/documents-place';
import { parseS3Location } from '#store/document-bytes/s3-location';
import { type GotenbergSettings, readGotenbergSettings, sharedVariables } from './gotenberg/variables.ts';
import { type Setting, type SettingName, type SettingValue, settingNames, settings } from './settings.ts';

type Values = {
  readonly [Name in SettingName]:
    | SettingValue<Name>
    | ((typeof settings)[Name] extends { standard: string } ? never : undefined);
};
export type Config = Values & {
  readonly dataDir: string;
  readonly cacheDir: string;
  /** What Gotenberg's own variables say. Set with `--gotenberg`. */
  readonly gotenbergSettings?: GotenbergSettings | undefined;
};

/** `option`: of a program, see `ServerOptions`. */
type Origin = 'flag' | 'option' | 'environment' | 'default';

export interface ReadConfig {
  readonly config: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Flags override the environment, which overrides the defaults. `given` holds the raw values of the flags, or of the
 * options of a program, that were given. A secret can also be in a file, which its variable with `_FILE` names:
 * orchestrators mount secrets as files.
 *
 * Throws `usage`, naming the flag or variable and the valid values, or `invalid_option`, naming the option, and
 * `file_unreadable`.
 */
export function readConfig(
  given: Partial<Record<SettingName, string>>,
  environment: EnvironmentVariables,
  kind: 'flag' | 'option' = 'flag',
): ReadConfig {
  const config: Record<string, unknown> = {};
  const origins: Partial<Record<SettingName, Origin>> = {};
  const { value: isGotenberg } = readSetting(settings.gotenberg, given.gotenberg, environment, kind);
  // A program names all settings itself.
  const ofGotenberg = isGotenberg && kind === 'flag' ? environment : {};
  for (const name of settingNames) {
    const meant = { variable: sharedVariables[name], environment: ofGotenberg };
    const found = readSetting<unknown>(settings[name], given[name], environment, kind, meant);
    const { value, origin } = found;
    origins[name] = origin;
    if (value !== undefined) config[name] = value;
  }
  if (isGotenberg) config.gotenbergSettings = readGotenbergSettings(ofGotenberg);
  config.cacheDir ??= defaultCacheDirectory(environment);
  config.dataDir ??= defaultDataDirectory(environment);
  checkDocuments(config as Config, origins);
  return { config: config as Config, origins: origins as Record<SettingName, Origin> };
}

/**
 * Returns where documents are kept. The credentials of S3 are in the variables that the tools of AWS read. Throws `usage`
 * if they are not set.
 */
export function readDocumentsPlace(config: Config, environment: EnvironmentVariables): DocumentsPlace {
  const { documents, databaseUrl, dataDir } = config;
  if (documents === 'database' || (documents === undefined && databaseUrl !== undefined)) {
    return { kind: 'database' };
  }
  if (documents === undefined) return { kind: 'folder', path: join(dataDir, 'documents') };
  if (!isS3(documents)) return { kind: 'folder', path: resolve(documents) };
  const location = parseS3Location(documents);
  if (typeof location === 'string') throw new Failure('internal', location);
  const credential = (variable: string): string => {
    const value = environment[variable];
    if (value) return value;
    throw new Failure('usage', `Documents are kept in S3, but ${variable} is not set.`, {
      hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary credentials.',
    });
  };
  return {
    kind: 's3',
    location,
    credentials: {
      accessKeyId: credential('AWS_ACCESS_KEY_ID'),
      secretAccessKey: credential('AWS_SECRET_ACCESS_KEY'),
      sessionToken: environment.AWS_SESSION_TOKEN || undefined,
    },
  };
}

const isS3 = (text: string): boolean => /^s3:/i.test(text);

/** Throws `usage` or `invalid_option`. The address itself is not shown if it could contain credentials. */
function checkDocuments(
  { documents, documentsRedirect }: Config,
  origins: Partial<ReadConfig['origins']>,
): void {
  const { flag, variable } = settings.documentsRedirect;
  const fail = (name: SettingName, source: string, fault: string): Failure => {
    if (origins[name] !== 'option') {
      return new Failure('usage', `${source}${fault}.`, { hint: 'See: pdfapi serve --help' });
    }
    const message = `The ${name}${fault}.`;
    return new Failure('invalid_option', message, { errors: { [name]: [message] } });
  };
  const source = origins.documents === 'environment' ? settings.documents.variable : '--documents';
  if (documents !== undefined && isS3(documents)) {
    const location = parseS3Location(documents);
    if (typeof location === 'string') throw fail('documents', source, `: ${location}`);
  } else if (documents !== undefined && /^[a-z][a-z0-9+.-]+:\/\//i.test(documents)) {
    throw fail('documents', source, `: the address is not ${settings.documents.expected}`);
  } else if (documentsRedirect) {
    const [needed] = settings.documents.flag.split(' ');
    const name = origins.documentsRedirect === 'option' ? 'documents' : needed;
    throw fail('documentsRedirect', `${flag} (${variable})`, ` needs ${name} s3://…, to which it redirects`);
  }
}

/**
 * Paths of this machine are shown only to local users; others get a placeholder. A shared database has its own setting.
 */
export function shownDirectory({ dataDir, databaseUrl, host, publicUrl }: Config): string | undefined {
  if (databaseUrl !== undefined) return undefined;
  const isLocal = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
  return isLocal && publicUrl === undefined ? resolve(dataDir) : '<data directory>';
}

/** The output of `--print-config`: every setting with its value and its source, but no secrets. */
export function shownConfig({
  config,
  origins,
}: ReadConfig): Record<string, { value: unknown; origin: Origin }> {
  return Object.fromEntries(
    settingNames.map((name) => {
      const setting: Setting<unknown> = settings[name];
      const value = config[name] ?? null;
      return [
        name,
        { value: setting.isSecret && value !== null ? '(secret)' : value, origin: origins[name] },
      ];
    }),
  );
}

/** Returns the directory that the system provides for application data. */
function defaultDataDirectory(environment: EnvironmentVariables): string {
  const home = homeDirectory(environment);
  if (environment.XDG_DATA_HOME) return join(environment.XDG_DATA_HOME, 'pdfapi');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'pdfapi');
  if (process.platform === 'win32')
    return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'pdfapi', 'Data');
  return join(home, '.local', 'share', 'pdfapi');
}

type MoveTarget =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Reads like a secret of the server: its password must not be on the command line. */
const moveTarget: Setting<MoveTarget> = {
  flag: '--to <place>',
  variable: 'PDFAPI_MOVE_TO',
  help: 'where to move',
  parse(text) {
    const url = settings.databaseUrl.parse(text);
    if (url !== undefined) return { kind: 'postgres', url };
    return /^\w+:\/\//.test(text) || text.trim() === '' ? undefined : { kind: 'folder', path: text };
  },
  expected: 'a folder or an address such as postgres://user@database.example.com:5432/pdfapi',
  isSecret: true,
};

/** Returns the target of `pdfapi admin move`. Throws `usage` and `file_unreadable`. */
export function readMoveTarget(given: string | undefined, environment: EnvironmentVariables): MoveTarget {
  const { value } = readSetting(moveTarget, given, environment);
  if (value !== undefined) return value;
  throw new Failure('usage', 'Name the target of the move with --to or PDFAPI_MOVE_TO.', {
    hint: 'See: pdfapi admin move --help',
  });
}

/** A variable of another program that means the same. */
interface MeantVariable {
  readonly variable?: string | undefined;
  readonly environment?: EnvironmentVariables;
}

/** Returns undefined for a setting without a default that is not given. */
function readSetting<Value>(
  setting: Setting<Value>,
  given: string | undefined,
  environment: EnvironmentVariables,
  kind: 'flag' | 'option' = 'flag',
  meant: MeantVariable = {},
): { value: Value | undefined; origin: Origin } {
  const { text, origin, source } = readText(setting, given, environment, kind, meant);
  if (text === undefined) return { value: undefined, origin };
  const value = setting.parse(text);
  if (value === undefined) {
    const shown = setting.isSecret ? 'Its value' : JSON.stringify(text);
    const command = setting === moveTarget ? 'admin move' : 'serve';
    throw new Failure('usage', `${source}: ${shown} is not ${setting.expected}.`, {
      hint: `See: pdfapi ${command} --help`,
    });
  }
  if (setting.isSecret && origin === 'flag' && URL.canParse(text) && new URL(text).password !== '') {
    throw new Failure('usage', `${source} contains a password, which every user of this machine could see.`, {
      hint: `Set it in ${setting.variable}.`,
    });
  }
  return { value, origin };
}

function readText(
  { flag, variable, standard, isSecret }: Setting<unknown>,
  given: string | undefined,
  environment: EnvironmentVariables,
  kind: 'flag' | 'option',
  meant: MeantVariable,
): { text: string | undefined; origin: Origin; source: string } {
  const [option = ''] = flag.split(' ');
  if (given !== undefined) return { text: given, origin: kind, source: option };
  // An empty variable counts as not set, as in `PDFAPI_PORT= pdfapi serve`.
  const set = environment[variable];
  if (set) return { text: set, origin: 'environment', source: variable };
  const file = isSecret ? environment[`${variable}_FILE`] : undefined;
  if (file) return { text: readSecret(file), origin: 'environment', source: `${variable}_FILE` };
  const other = meant.variable && meant.environment?.[meant.variable];
  if (other) return { text: other, origin: 'environment', source: meant.variable ?? '' };
  return { text: standard, origin: 'default', source: option };
}

/** The line break at the end of a file is not part of the secret. */
function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw fileFailure('file_unreadable', file, error);
  }
}
