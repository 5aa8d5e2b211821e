/** Writes files atomically, so that they are complete under their name and survive a power cut. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { flushFile } from '#contract/files/flush-file';

/** Writes a file that only its owner may read and replaces an existing one. Throws `file_unwritable`. */
export async function writeDurably(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await flushFile(file);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    // A file that the bytes come from may fail too, with a reason of its own.
    throw error instanceof Failure ? error : fileFailure('file_unwritable', path, error);
  }
}

/** Makes a new name in a folder durable. Windows has no equivalent and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await flushFile(folder);
  } finally {
    await folder.close();
  }
}
