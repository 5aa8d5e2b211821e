/** Checks that a file is a complete pdfapi database that this program can use. */
import { Failure } from '#contract/errors';
import { DatabaseConnection } from './connection.ts';
import { checkSchemaVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/**
 * Reads the whole file and leaves it as a single file without a log beside it. Throws `database_corrupt`,
 * `database_newer` and `database_failed`, with messages that call the file `name`.
 */
export function checkDatabaseFile(path: string, name = path): void {
  const connection = new DatabaseConnection(path, name);
  try {
    if (checkSchemaVersion(connection, migrations) === 0) {
      throw new Failure('database_corrupt', `${name} is not a database of pdfapi: it is empty.`);
    }
    const verdict = connection.pragma<string>('integrity_check');
    if (verdict !== 'ok')
      throw new Failure('database_corrupt', `The database ${name} is damaged: ${verdict}.`);
    if (connection.get('SELECT 1 FROM pragma_foreign_key_check') !== undefined) {
      throw new Failure(
        'database_corrupt',
        `The database ${name} is damaged: rows refer to rows that are missing.`,
      );
    }
    connection.pragma('journal_mode = DELETE');
  } finally {
    connection.close();
  }
}
