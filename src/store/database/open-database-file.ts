/** Opens the database of a data directory, and makes it if none was ever there. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from '#contract/files/file-failure';
import { DatabaseConnection } from './connection.ts';
import { type DataDirectory, ensurePrivateFile } from './data-directory.ts';
import { assertNotLost, lostDatabase } from './lost-database.ts';
import { checkSchemaVersion, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { publishFile } from './publish-file.ts';
import { syncFolder } from './write-durably.ts';

/**
 * A new database gets its name when its schema is complete: a file without a schema is one that was lost. Throws
 * `database_corrupt`, `database_newer`, `database_failed` and `file_unwritable`.
 */
export async function openDatabaseFile(files: DataDirectory, now: Date): Promise<DatabaseConnection> {
  assertNotLost(files);
  if (!existsSync(files.database)) await create(files, now);
  const connection = new DatabaseConnection(files.database);
  try {
    if (checkSchemaVersion(connection, migrations) > 0) return connection;
    throw lostDatabase(`The database ${files.database} has no tables`, []);
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function create({ path, database }: DataDirectory, now: Date): Promise<void> {
  const temporary = join(path, `.new.${randomBytes(6).toString('hex')}.sqlite`);
  try {
    ensurePrivateFile(temporary);
    const connection = new DatabaseConnection(temporary, database);
    try {
      migrate(connection, migrations, now);
      // Folds the log into the file, which is then complete on its own.
      connection.pragma('journal_mode = DELETE');
    } finally {
      connection.close();
    }
    try {
      publishFile(temporary, database);
      await syncFolder(path);
    } catch (error) {
      throw fileFailure('file_unwritable', database, error);
    }
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${temporary}${suffix}`, { force: true });
  }
}
