/** What lies where in a data directory. It is for its owner only: it holds keys and what customers have generated. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from '../contract/file-failure.ts';

export interface DataDirectory {
  readonly path: string;
  readonly database: string;
  readonly documents: string;
}

const databaseName = 'database.sqlite';

/** Makes the directory where there is none. Throws `file_unwritable`. */
export function ensureDataDirectory(path: string): DataDirectory {
  const documents = join(path, 'documents');
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    mkdirSync(documents, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileFailure('file_unwritable', documents, error);
  }
  return { path, database: join(path, databaseName), documents };
}

/** Whether a server has ever run on it. */
export const hasDatabase = (path: string): boolean => existsSync(join(path, databaseName));

/** An empty file, where there is none: SQLite would make one that others can read. Throws `file_unwritable`. */
export function ensurePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
}
