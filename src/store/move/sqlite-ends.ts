/** A data directory as the source or the target of a move. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { DatabaseConnection } from '../database/connection.ts';
import {
  ensureDataDirectory,
  ensurePrivateFile,
  hasDatabase,
  movedDatabaseName,
} from '../database/data-directory.ts';
import { checkSqliteSchema, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { takeOwnership } from '../database/owner.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { get, run } from '../database/statement.ts';
import { syncFolder } from '../database/write-durably.ts';
import type { DocumentsPlace } from '../document-bytes/documents-place.ts';
import { repositories } from '../repositories.ts';
import type { MoveSource, MoveTarget, SourceTransaction } from './move-end.ts';

export interface FolderOptions {
  readonly path: string;
  readonly documents?: DocumentsPlace | undefined;
  readonly now: Date;
}

const owner = { pid: process.pid, address: 'pdfapi admin move' };

/** Begins the name of a database that is being made. */
const unfinished = '.move.';

/**
 * Takes ownership of the folder until it is closed. Throws `data_directory_in_use`, `database_older` and
 * `database_newer`. The folder must have a database.
 */
export function openSqliteSource({ path, documents, now }: FolderOptions): MoveSource {
  const files = ensureDataDirectory(path);
  const ownership = takeOwnership(path, owner);
  let connection: DatabaseConnection | undefined;
  try {
    connection = new DatabaseConnection(files.database);
    checkSqliteSchema(connection, migrations, { exactly: true });
  } catch (error) {
    connection?.close();
    ownership.release();
    throw error;
  }
  const { database, transaction } = within(connection);
  let isOpen = true;
  const end = () => {
    if (isOpen) connection.close();
    isOpen = false;
  };
  return {
    name: path,
    identity: realpathSync(path),
    documents: repositories(database, documents ?? ownFolder(files.documents), {}).documents,
    transaction,
    async retire() {
      // Folds the log into the file, which is then complete on its own.
      connection.pragma('journal_mode = DELETE');
      end();
      const kept = join(path, movedDatabaseName(now));
      await rename(files.database, kept);
      await syncFolder(path);
      return kept;
    },
    async close() {
      end();
      ownership.release();
    },
  };
}

/**
 * Creates the folder if it does not exist, and takes ownership of it until it is closed. The database gets its name when
 * everything is in it. Throws `data_directory_in_use` and `database_not_empty`.
 */
export function openSqliteTarget({ path, documents, now }: FolderOptions): MoveTarget {
  if (hasDatabase(path)) throw notEmpty(path);
  const isNew = !existsSync(path);
  const files = ensureDataDirectory(path);
  const ownership = takeOwnership(path, owner);
  const file = join(path, `${unfinished}${randomBytes(6).toString('hex')}.sqlite`);
  const discard = () => {
    ownership.release();
    removeUnfinished(path);
    if (isNew) rmSync(path, { recursive: true, force: true });
  };
  let connection: DatabaseConnection;
  try {
    // The files of moves that were killed.
    removeUnfinished(path);
    ensurePrivateFile(file);
    connection = new DatabaseConnection(file, path);
  } catch (error) {
    discard();
    throw error;
  }
  const { database, transaction } = within(connection);
  let isPublished = false;
  return {
    name: path,
    identity: realpathSync(path),
    documents: repositories(database, documents ?? ownFolder(files.documents), {}).documents,
    async transaction(use) {
      migrate(connection, migrations, now);
      return await transaction(async (begun) => {
        return await use({
          ...begun,
          async setLastId(table, id) {
            // A row that was inserted with its id has made one.
            const changed = await begun.drive(() =>
              run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', id, table),
            );
            if (changed > 0 || id === 0) return;
            await begun.drive(() => run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, id));
          },
          complete: async () => {},
        });
      });
    },
    async publish() {
      connection.pragma('journal_mode = DELETE');
      connection.close();
      if (hasDatabase(path)) throw notEmpty(path);
      await rename(file, files.database);
      isPublished = true;
      await syncFolder(path);
    },
    async close() {
      connection.close();
      if (isPublished) ownership.release();
      else discard();
    },
  };
}

const ownFolder = (path: string): DocumentsPlace => ({ kind: 'folder', path });

function within(connection: DatabaseConnection) {
  const database = new SqliteDatabase(connection);
  const begun: SourceTransaction = {
    drive: (work) => database.query(work),
    async lastId(table) {
      const row = await database.query(() =>
        get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table),
      );
      return row?.seq ?? 0;
    },
  };
  return {
    database,
    /** Holds the lock of writers, across turns of the event loop: this process does nothing else. */
    async transaction<Result>(use: (transaction: SourceTransaction) => Promise<Result>): Promise<Result> {
      connection.run('BEGIN IMMEDIATE');
      try {
        const result = await use(begun);
        connection.run('COMMIT');
        return result;
      } catch (error) {
        // On a full disk, SQLite has already rolled back.
        if (connection.isInTransaction) connection.run('ROLLBACK');
        throw error;
      }
    },
  };
}

function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(unfinished)) rmSync(join(path, name), { force: true });
  }
}

const notEmpty = (path: string) =>
  new Failure('database_not_empty', `The folder ${path} has a database already.`, {
    hint: 'Name another folder, which is created if it does not exist.',
  });
