/** A copy of the database while the server runs. `cp` would lose what is still in the write-ahead log. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileFailure } from '../contract/file-failure.ts';
import { checkDatabaseFile } from './check-database-file.ts';
import type { Connection } from './connection.ts';
import { syncFolder } from './write-durably.ts';

/**
 * One file with everything that is needed to go on: teams, tokens (their hashes), templates, ledger, signing keys.
 * PDFs behind signed addresses are not in it: they expire within a day. Replaces a file of that name, once the copy
 * is whole and checked. Throws `file_unwritable` and `database_failed`.
 */
export async function backUp(connection: Connection, path: string): Promise<void> {
  const target = resolve(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    // Made first, so that keys are never readable by others.
    const file = await open(temporary, 'wx', 0o600);
    try {
      await connection.copyTo(temporary);
      checkDatabaseFile(temporary);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw fileFailure('file_unwritable', path, error);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) await rm(`${temporary}${ending}`, { force: true });
  }
}
