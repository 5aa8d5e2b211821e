/** The file of a result: its folder is made with it, after there is something to write. */
import { statSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { type WriteOptions, writeFileAtomically } from '#contract/files/atomic-write';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder, removeEmptyFolders } from '#contract/files/make-folder';

/** Whether `-o` names a folder, in which results have their default names: `out/`, or one that exists. */
export const isOutputFolder = (output: string): boolean =>
  output.endsWith('/') ||
  output.endsWith(sep) ||
  statSync(output, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Throws if a file cannot be created at this path, as far as that is known in advance. Folders that are missing are made
 * when the file is written.
 */
export async function assertOutputFolder(path: string): Promise<void> {
  if (isOutputFolder(path)) {
    throw new Failure('file_unwritable', `Cannot write ${path}: it is a folder.`, {
      hint: 'Name a file in it.',
    });
  }
  try {
    const folder = await nearestFolder(dirname(path));
    const existing = await stat(path).catch(() => undefined);
    if (!existing || existing.isFile()) await access(folder, constants.W_OK);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
}

/** The folder itself, or the first one above it that exists. Throws the error of the system. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return await nearestFolder(above);
  }
  throw Object.assign(new Error(), { code: 'ENOTDIR' });
}

/**
 * Writes the file in one step, and makes the folders above it. They are removed again if nothing was written. Throws
 * `file_unwritable` and `file_exists`.
 */
export async function writeOutputFile(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<void> {
  const folder = resolve(dirname(path));
  let made: string | undefined;
  try {
    made = makeFolder(folder);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
  const remove = () => made !== undefined && removeEmptyFolders(folder, made);
  const forget = made === undefined ? undefined : options.shutdown?.add(remove);
  try {
    await writeFileAtomically(path, content, options);
  } catch (error) {
    remove();
    throw error;
  } finally {
    forget?.();
  }
}
