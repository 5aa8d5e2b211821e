/** The layout of a data directory. Only its owner may read it: it contains keys and the customers' documents. */
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';

export interface DataDirectory {
  readonly path: string;
  readonly database: string;
  /** Created when it is used: documents may be elsewhere. */
  readonly documents: string;
}

const databaseName = 'database.sqlite';

/** Creates the directory if it does not exist. Throws `file_unwritable`. */
export function ensureDataDirectory(path: string): DataDirectory {
  try {
    makeFolder(path, 0o700);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
  return { path, database: join(path, databaseName), documents: join(path, 'documents') };
}

/** Returns whether a server has ever run on this directory. */
export const hasDatabase = (path: string): boolean => existsSync(join(path, databaseName));

/** Returns the name that `admin move` gives to the database that it leaves behind. */
export const movedDatabaseName = (now: Date): string =>
  `${movedPrefix}${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;

const movedPrefix = 'database.moved.';

/** Returns the name of a database that `admin move` left behind. */
export const findMovedDatabase = (path: string): string | undefined =>
  readdirSync(path).find((name) => name.startsWith(movedPrefix));

/**
 * Creates an empty file with mode 0600 if none exists, because SQLite would create one that others can read. Throws
 * `file_unwritable`.
 */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
}
