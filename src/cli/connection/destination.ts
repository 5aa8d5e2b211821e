/**
 * Where a command works: on a server, or in the data directory or database of one. All commands follow one rule:
 *
 * 1. A flag decides: `--url-base` and `--profile` name a server, `--data-dir`, `--database-url` and `--local` a directory.
 * 2. Without one, it is the server that is set up by a variable, the project or a profile.
 * 3. Without a server, `templates` commands use the directory that a variable names, or else that of this machine.
 *
 * Only `templates` commands know both, and they refuse a server beside a variable that names a directory: every other command would use
 * the server, and a template that is pushed to one place and rendered in another is noticed late. `admin` and `serve` know
 * directories only.
 */
import { Failure } from '#contract/errors';
import type { StoreFlags } from '#server/data-directory';
import type { Context } from '../context.ts';
import type { Session } from '../session.ts';
import { listConnectionSettings, readConnectionSettings } from './connection-settings.ts';

export interface Destination {
  readonly kind: 'server' | 'directory';
  /** The address, the folder, or the database without its password. */
  readonly value: string;
  /** The flag, variable, file or profile that it comes from. */
  readonly origin: string;
}

/**
 * Returns the destination of a `templates` command; undefined if there is none.
 *
 * Throws `usage` if two are named, and whatever reading the settings throws.
 */
export async function findDestination(session: Session, flags: StoreFlags): Promise<Destination | undefined> {
  const { urlBase, profile, local } = session.globals;
  const serverFlag = urlBase === undefined ? profile && '--profile' : '--url-base';
  const directory = givenDirectory(flags, session.context);
  if (directory?.origin.startsWith('--')) {
    if (serverFlag === undefined) return directory;
    throw new Failure('usage', `${directory.origin} and ${serverFlag} are mutually exclusive.`, {
      hint: 'Give one of them.',
    });
  }
  if (local) return directory ?? (await directoryOfMachine(session.context));
  const { url } = readConnectionSettings(session);
  const server = url && { kind: 'server' as const, ...url };
  if (server && directory && serverFlag === undefined) throw twoDestinations(server, directory);
  return server ?? directory ?? (await usedDirectoryOfMachine(session.context));
}

/** Returns what `findDestination` chooses from, for display: nothing is refused. */
export async function listDestinations(session: Session): Promise<{
  readonly server: Destination | undefined;
  readonly directory: Destination | undefined;
}> {
  const { url } = listConnectionSettings(session);
  return {
    server: url && { kind: 'server', ...url },
    directory: givenDirectory({}, session.context) ?? (await usedDirectoryOfMachine(session.context)),
  };
}

/** Returns the destination of a command that works on directories only. */
export const findDirectory = async (flags: StoreFlags, context: Context): Promise<Destination> =>
  givenDirectory(flags, context) ?? (await directoryOfMachine(context));

/** The first line of `--verbose`. */
export const announceDestination = (
  { terminal }: Pick<Session, 'terminal'>,
  { value, origin }: Pick<Destination, 'value' | 'origin'>,
): void => terminal.detail(`Destination: ${value} (${origin})`);

/** In the order in which servers read them. */
function givenDirectory(
  { dataDir, databaseUrl }: StoreFlags,
  { environment }: Pick<Context, 'environment'>,
): Destination | undefined {
  const { PDFAPI_DATA_DIR, PDFAPI_DATABASE_URL, PDFAPI_DATABASE_URL_FILE } = environment;
  const given = Object.entries({
    '--data-dir': dataDir,
    '--database-url': databaseUrl && withoutPassword(databaseUrl),
    PDFAPI_DATABASE_URL: PDFAPI_DATABASE_URL && withoutPassword(PDFAPI_DATABASE_URL),
    PDFAPI_DATABASE_URL_FILE: PDFAPI_DATABASE_URL_FILE && `the database of ${PDFAPI_DATABASE_URL_FILE}`,
    PDFAPI_DATA_DIR,
  }).find(([, value]) => value);
  return given && { kind: 'directory', value: given[1] ?? '', origin: given[0] };
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return 'a database';
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

async function directoryOfMachine({ environment }: Pick<Context, 'environment'>): Promise<Destination> {
  const { getDataDirectory } = await import('#server/data-directory');
  return { kind: 'directory', value: getDataDirectory(environment), origin: 'default' };
}

/** The one in which `pdfapi serve` has run on this machine. */
async function usedDirectoryOfMachine(
  context: Pick<Context, 'environment'>,
): Promise<Destination | undefined> {
  const [{ hasDatabase }, directory] = await Promise.all([
    import('#server/data-directory'),
    directoryOfMachine(context),
  ]);
  return hasDatabase(directory.value) ? directory : undefined;
}

function twoDestinations(server: Destination, directory: Destination): Failure {
  const isFolder = directory.origin === 'PDFAPI_DATA_DIR';
  const flag = isFolder ? `--data-dir ${directory.value}` : '--local';
  return new Failure(
    'usage',
    `Both ${server.value} (${server.origin}) and ${directory.value} (${directory.origin}) have templates.`,
    { hint: `Say which: --url-base ${server.value}, or ${flag}. Or unset ${directory.origin}.` },
  );
}
