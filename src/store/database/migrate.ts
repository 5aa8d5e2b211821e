/**
 * Migrates a database to the schema of this program: numbered steps, one transaction each, with a copy before the
 * first.
 */
import { dirname, join } from 'node:path';
import { Failure } from '../../contract/errors.ts';
import type { DatabaseConnection } from './connection.ts';
import { ensurePrivateFile } from './data-directory.ts';

export interface Migration {
  /** 1, 2, 3 and so on. Stored in the database as `user_version`. */
  readonly version: number;
  /** The first release of pdfapi that supports this schema. An older release names it when it rejects the database. */
  readonly since: string;
  readonly sql: string;
  /**
   * Whether it replaces tables that others reference. Foreign keys are then checked once, at the end of the step: see
   * https://sqlite.org/lang_altertable.html#otheralter
   */
  readonly rebuildsTables?: boolean | undefined;
}

/** 'pdfa' in ASCII, in the header of the file. It distinguishes a pdfapi database from any other. */
const applicationId = 0x70646661;

/** Throws `database_newer` and `database_corrupt`. */
export function migrate(connection: DatabaseConnection, migrations: readonly Migration[], now: Date): void {
  const version = checkSchemaVersion(connection, migrations);
  const missing = migrations.filter((migration) => migration.version > version);
  if (missing.length > 0 && version > 0) copyBefore(connection, version, now);
  for (const migration of missing) {
    if (migration.rebuildsTables) rebuild(connection, migration, now);
    else apply(connection, migration, now);
  }
}

/** Returns the version of the schema, 0 for an empty file. Throws like `migrate`. */
export function checkSchemaVersion(connection: DatabaseConnection, migrations: readonly Migration[]): number {
  const version = connection.pragma<number>('user_version');
  const id = connection.pragma<number>('application_id');
  const isEmpty =
    version === 0 &&
    connection.get('SELECT 1 FROM sqlite_schema') === undefined &&
    (id === 0 || id === applicationId);
  if (isEmpty) return 0;
  if (id !== applicationId || version === 0) {
    throw new Failure('database_corrupt', `${connection.name} is not a database of pdfapi.`);
  }
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) throw newer(connection, version, newest);
  return version;
}

function newer(connection: DatabaseConnection, version: number, newest: number): Failure {
  const since = connection.get<{ since: string }>(
    'SELECT since FROM migrations WHERE version = ?',
    version,
  )?.since;
  return new Failure(
    'database_newer',
    `The database ${connection.name} has schema ${version}; this pdfapi knows schemas up to ${newest}.`,
    { hint: since ? `Install pdfapi ${since} or newer.` : 'Install a newer pdfapi.' },
  );
}

/** Foreign keys are switched outside the transaction, because SQLite ignores the pragma within one. */
function rebuild(connection: DatabaseConnection, migration: Migration, now: Date): void {
  connection.pragma('foreign_keys = OFF');
  try {
    apply(connection, migration, now);
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

/** Throws `database_corrupt` if a row references a missing one. The transaction of the step is then rolled back. */
function checkForeignKeys(connection: DatabaseConnection): void {
  const table = connection.pragma<string | undefined>('foreign_key_check');
  if (table === undefined) return;
  throw new Failure(
    'database_corrupt',
    `The database ${connection.name} has rows in ${table} that refer to missing ones.`,
  );
}

function apply(connection: DatabaseConnection, migration: Migration, now: Date): void {
  connection.write(() => {
    // Another process may have applied it in the meantime.
    if (connection.pragma<number>('user_version') >= migration.version) return;
    // Every release reads this table, so no migration may change it.
    connection.script(
      'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, since TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
    );
    connection.script(migration.sql);
    if (migration.rebuildsTables) checkForeignKeys(connection);
    connection.run(
      'INSERT INTO migrations (version, since, applied_at) VALUES (?, ?, ?)',
      migration.version,
      migration.since,
      now.getTime(),
    );
    connection.pragma(`application_id = ${applicationId}`);
    connection.pragma(`user_version = ${migration.version}`);
  });
}

/** Writes a copy next to the database, such as `database.schema-1.2026-01-31T12-00-00-000Z.sqlite`. */
function copyBefore(connection: DatabaseConnection, version: number, now: Date): void {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  const file = join(dirname(connection.name), `database.schema-${version}.${time}.sqlite`);
  ensurePrivateFile(file);
  connection.run('VACUUM INTO ?', file);
}
