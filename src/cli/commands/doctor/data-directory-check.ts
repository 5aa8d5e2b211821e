/** The check of `pdfapi doctor` for the local server's data directory. */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { freeSpace } from '../../io/free-space.ts';
import { statPath } from '../../io/stat-path.ts';
import type { Session } from '../../session.ts';
import type { Finding } from './examination.ts';

/** Throws `usage` if a variable of the server is invalid. */
export async function checkDataDirectory({ context }: Session): Promise<Omit<Finding, 'check'>> {
  const { getDataDirectory } = await import('../../../server/data-directory.ts');
  const folder = getDataDirectory(undefined, context.environment);
  const found = statPath(folder);
  if (!found) return { state: 'ok', text: `none: no server has run with it (${folder})` };
  if (!found.isDirectory()) return { state: 'warning', text: `${folder} is a file, not a folder` };
  const mayWrite = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) return { state: 'warning', text: `${folder} is not writable by this user` };
  return await freeSpace(folder);
}
