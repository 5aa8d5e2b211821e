/** Copies the database while the server runs. A plain `cp` would lose the pages still in the write-ahead log. */
import { open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { flushFile } from '#contract/files/flush-file';
import { checkDatabaseFile } from './check-database-file.ts';
import type { DatabaseConnection } from './connection.ts';
import { nameCopy, removeCopy, removeLeftoverCopies } from './leftover-copies.ts';
import { syncFolder } from './write-durably.ts';

/**
 * Writes one file with everything that a restored service needs: teams, tokens (as hashes), templates, ledger and
 * signing keys. PDFs behind signed addresses are not included, because they expire within a day. An existing file of
 * that name is replaced only after the copy is complete and checked.
 *
 * Throws `invalid_option` if the path is the database itself or not a regular file, `file_unwritable` and
 * `database_failed`.
 */
export async function backUp(connection: DatabaseConnection, path: string): Promise<void> {
  const target = resolve(path);
  await assertBackupTarget(target, connection.name);
  try {
    await writeBackup(connection, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw fileFailure('file_unwritable', path, error);
  }
}

async function writeBackup(connection: DatabaseConnection, target: string): Promise<void> {
  const name = basename(target);
  await removeLeftoverCopies(dirname(target), name, { isAlone: false });
  const temporary = join(dirname(target), nameCopy(name));
  try {
    // Created before the copy, with mode 0600, so that the keys in it are never readable by others.
    const file = await open(temporary, 'wx', 0o600);
    try {
      await connection.copyTo(temporary);
      checkDatabaseFile(temporary);
      await flushFile(file);
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } finally {
    await removeCopy(temporary);
  }
}

/** Guards the rename, which would otherwise replace the open database or a device file. */
async function assertBackupTarget(target: string, database: string): Promise<void> {
  const [found, own] = await Promise.all([stat(target).catch(() => undefined), stat(database)]);
  if (!found) return;
  const invalidTarget = (message: string) =>
    new Failure('invalid_option', message, { errors: { file: [message] } });
  if (found.dev === own.dev && found.ino === own.ino)
    throw invalidTarget(`${target} is the database itself.`);
  if (!found.isFile()) throw invalidTarget(`${target} is not a file.`);
}
