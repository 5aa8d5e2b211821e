/** `--data-dir` for the commands that work on a server's data directory, even while the server runs. */
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import type { Store, Team } from '../../server/data-directory.ts';
import type { Session } from '../session.ts';

export interface DataDirectoryOptions {
  readonly dataDir?: string;
}

export const addDataDirectoryOption = (command: Command): Command =>
  command.option('--data-dir <folder>', 'the server’s data directory [PDFAPI_DATA_DIR]');

/** The store is closed at the end of the process. */
export async function openDirectoryStore(
  { context, shutdown }: Session,
  { dataDir }: DataDirectoryOptions,
): Promise<Store> {
  const { getDataDirectory, openDataDirectory } = await import('../../server/data-directory.ts');
  const folder = getDataDirectory(dataDir, context.environment);
  const store = await openDataDirectory(folder, context.environment);
  shutdown.add(() => store.close());
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
