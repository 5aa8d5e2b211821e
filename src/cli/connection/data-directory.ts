/** `--data-dir` and `--database-url` for the commands that work on a server’s data, even while it runs. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import type { Store, Team } from '#server/data-directory';
import type { StoreLocation } from '#store/store-location';
import type { Session } from '../session.ts';
import { announceDestination, findDirectory } from './destination.ts';

export interface DataDirectoryOptions {
  readonly dataDir?: string;
  readonly databaseUrl?: string;
}

export const addDataDirectoryOption = (command: Command): Command =>
  command
    .option('--data-dir <folder>', 'the server’s data directory [PDFAPI_DATA_DIR]')
    .option('--database-url <address>', 'the servers’ database, if it is PostgreSQL [PDFAPI_DATABASE_URL]');

/** Returns the folder or database that a command works on. Throws `usage` and `file_unreadable`. */
export async function locateDirectory(
  session: Session,
  options: DataDirectoryOptions,
): Promise<StoreLocation> {
  const { context } = session;
  const { locateStore } = await import('#server/data-directory');
  const location = locateStore(options, context.environment);
  if (session.terminal.isVerbose) announceDestination(session, await findDirectory(options, context));
  return location;
}

/** The store is closed at the end of the process. */
export async function openDirectoryStore(session: Session, options: DataDirectoryOptions): Promise<Store> {
  const { openLocatedStore } = await import('#server/data-directory');
  const location = await locateDirectory(session, options);
  const store = await openLocatedStore(location, session.context.environment);
  session.shutdown.add(() => store.close());
  return store;
}

/** Returns the team that the option names, or the only team. */
export async function findTeam(store: Store, named: string | undefined): Promise<Team> {
  if (named !== undefined) return await store.teams.get(named);
  const teams = await store.teams.list();
  const [only] = teams;
  if (only && teams.length === 1) return only;
  const names = teams.map(({ name }) => name).join(', ');
  throw new Failure('usage', 'There are several teams: name one with --team.', { hint: `Teams: ${names}` });
}
