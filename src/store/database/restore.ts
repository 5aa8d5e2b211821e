/** Replaces a database with a backup. The old database is kept under another name. */
import { existsSync, statSync } from 'node:fs';
import { copyFile, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { flushFile } from '#contract/files/flush-file';
import { checkDatabaseFile } from './check-database-file.ts';
import { DatabaseConnection } from './connection.ts';
import { ensureDataDirectory, ensurePrivateFile } from './data-directory.ts';
import { nameCopy, removeCopy, removeLeftoverCopies } from './leftover-copies.ts';
import { type OwnerInfo, takeOwnership } from './owner.ts';
import { syncFolder } from './write-durably.ts';

export interface Restored {
  /** The path of the previous database after the restore; null if there was none. */
  readonly replaced: string | null;
}

/**
 * Checks the backup, then replaces the database by a rename: after a crash, one database or the other is in place.
 *
 * Throws `data_directory_in_use` while a server runs, `database_corrupt` and `database_newer` for an unusable backup,
 * `database_failed` while an `admin` command has the database open, `file_unreadable` and `file_unwritable`.
 */
export async function restoreBackup(
  file: string,
  dataDirectory: string,
  { owner, now }: { readonly owner: OwnerInfo; readonly now: Date },
): Promise<Restored> {
  const { path, database } = ensureDataDirectory(dataDirectory);
  const ownership = takeOwnership(path, owner);
  try {
    return { replaced: await replaceDatabase(file, database, { path, now }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw fileFailure('file_unwritable', path, error);
  } finally {
    ownership.release();
  }
}

async function replaceDatabase(
  file: string,
  database: string,
  { path, now }: { readonly path: string; readonly now: Date },
): Promise<string | null> {
  await removeLeftoverCopies(path, 'restore', { isAlone: true });
  const temporary = join(path, nameCopy('restore'));
  try {
    await copyPrivately(file, temporary);
    checkDatabaseFile(temporary, file);
    const replaced = await moveAside(database, path, now);
    await rename(temporary, database);
    await syncFolder(path);
    return replaced;
  } finally {
    await removeCopy(temporary);
  }
}

async function copyPrivately(from: string, to: string): Promise<void> {
  ensurePrivateFile(to);
  try {
    await copyFile(from, to);
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw isFull ? error : fileFailure('file_unreadable', from, error);
  }
  const copy = await open(to, 'r+');
  try {
    await flushFile(copy);
  } finally {
    await copy.close();
  }
}

/** Copies the database, if there is one. The original keeps its name until the backup replaces it. */
async function moveAside(database: string, folder: string, now: Date): Promise<string | null> {
  const bytes = statSync(database, { throwIfNoEntry: false })?.size;
  const aside = join(folder, `database.replaced.${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`);
  // SQLite would discard the log of an empty file.
  if (bytes) foldLog(database);
  // A log that still exists belongs to a database that is damaged or lost. SQLite would replay it into the new one.
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(`${database}${suffix}`)) await rename(`${database}${suffix}`, `${aside}${suffix}`);
  }
  if (bytes === undefined) return null;
  await copyFile(database, aside);
  return aside;
}

/** Checkpoints the log into the database. This only works while no other process has the database open. */
function foldLog(database: string): void {
  try {
    const connection = new DatabaseConnection(database);
    try {
      connection.pragma('journal_mode = DELETE');
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'database_corrupt') throw error;
  }
}
