/** Translates SQLite errors into failures with a readable reason. */
import Sqlite from 'better-sqlite3';
import { Failure } from '#contract/errors';

/**
 * Returns the failure to throw instead of `error`. Errors that are not about the file, such as a violated constraint,
 * are returned unchanged.
 */
export function databaseFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Sqlite.SqliteError)) return error;
  const code = error.code;
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new Failure('database_corrupt', `The database ${file} is damaged: ${error.message}.`, {
      cause: error,
    });
  }
  const reason = reasons.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (reason === undefined) return error;
  return new Failure('database_failed', `The database ${file} cannot be used: ${reason}.`, { cause: error });
}

/** Matched as prefixes, because extended codes such as `SQLITE_IOERR_FSYNC` are more specific than needed. */
const reasons: readonly (readonly [string, string])[] = [
  ['SQLITE_BUSY', 'another process has been writing to it for too long'],
  ['SQLITE_LOCKED', 'another process has been writing to it for too long'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR', 'the disk reports an error'],
  ['SQLITE_READONLY', 'it is read-only'],
  ['SQLITE_CANTOPEN', 'it cannot be opened'],
  ['SQLITE_PERM', 'permission denied'],
  ['SQLITE_AUTH', 'permission denied'],
];
