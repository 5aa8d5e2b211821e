/**
 * Migrates a database to the schema of this program: numbered steps in one transaction, with a copy of the database
 * from before it.
 */
import { dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { DatabaseConnection } from './connection.ts';
import { ensurePrivateFile } from './data-directory.ts';
import {
  type AppliedMigration,
  assertMigrated,
  knownSchemaVersion,
  type MigratedSchema,
  type SchemaCheck,
} from './schema-version.ts';

export interface Migration {
  /** 1, 2, 3 and so on. Stored in the database as `user_version`. */
  readonly version: number;
  /** The first release of pdfapi that supports this schema. An older release names it when it rejects the database. */
  readonly since: string;
  /**
   * The oldest schema that a program must know to run on a database with this migration. A program that knows only that
   * one then runs beside newer ones, as in a rolling update: the migration must leave everything that it uses. Without
   * it, a program must know the migration itself.
   */
  readonly needs?: number | undefined;
  /** May replace tables that others reference: on SQLite, foreign keys are checked after all steps. */
  readonly sql: string;
}

/** 'pdfa' in ASCII, in the header of the file. It distinguishes a pdfapi database from any other. */
const applicationId = 0x70646661;

/** Changes nothing if a step fails. Throws `database_newer` and `database_corrupt`. */
export function migrate(
  connection: DatabaseConnection,
  migrations: readonly Migration[],
  now: Date,
): MigratedSchema {
  const version = checkSchemaVersion(connection, migrations);
  if (version >= newestVersion(migrations)) return { from: version, to: version };
  // Outside the transaction, because SQLite ignores the pragma within one. Why they are off:
  // https://sqlite.org/lang_altertable.html#otheralter
  connection.pragma('foreign_keys = OFF');
  try {
    return connection.write(() => applyMissing(connection, migrations, now));
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

function applyMissing(
  connection: DatabaseConnection,
  migrations: readonly Migration[],
  now: Date,
): MigratedSchema {
  // Read again: another process may have migrated the database before this one got the write lock.
  const from = readSchemaVersion(connection, migrations);
  const missing = migrations.filter(({ version }) => version > from);
  if (missing.length === 0) return { from, to: from };
  if (from > 0) copyBefore(connection, from, now);
  for (const migration of missing) apply(connection, migration, now);
  checkForeignKeys(connection);
  return { from, to: newestVersion(missing) };
}

/** Throws `database_older` if a migration is missing, and like `migrate`. Changes nothing. */
export function checkSqliteSchema(
  connection: DatabaseConnection,
  migrations: readonly Migration[],
  check?: SchemaCheck,
): void {
  const version = checkSchemaVersion(connection, migrations);
  assertMigrated(connection.name, version, newestVersion(migrations), check);
}

/** Returns the version of the schema, 0 for an empty file. Throws like `migrate`. */
export function checkSchemaVersion(connection: DatabaseConnection, migrations: readonly Migration[]): number {
  // In one snapshot: another process may migrate the database between two queries.
  return connection.read(() => readSchemaVersion(connection, migrations));
}

function readSchemaVersion(connection: DatabaseConnection, migrations: readonly Migration[]): number {
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
  return knownSchemaVersion(
    connection.name,
    appliedMigrations(connection, version),
    newestVersion(migrations),
  );
}

/** Returns 0 for an empty list. */
export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

/** The header of the file decides about the version; a row that is missing counts as one that allows nothing. */
function appliedMigrations(connection: DatabaseConnection, version: number): AppliedMigration[] {
  const needs = hasNeeds(connection) ? 'needs' : 'NULL AS needs';
  const rows = connection.all<AppliedMigration>(
    `SELECT version, since, ${needs} FROM migrations ORDER BY version`,
  );
  return rows.at(-1)?.version === version ? rows : [...rows, { version, since: '', needs: null }];
}

const hasNeeds = (connection: DatabaseConnection): boolean =>
  connection.get("SELECT 1 FROM pragma_table_info('migrations') WHERE name = 'needs'") !== undefined;

/** Throws `database_corrupt` if a row references a missing one. */
function checkForeignKeys(connection: DatabaseConnection): void {
  const table = connection.pragma<string | undefined>('foreign_key_check');
  if (table === undefined) return;
  throw new Failure(
    'database_corrupt',
    `The database ${connection.name} has rows in ${table} that refer to missing ones.`,
  );
}

function apply(connection: DatabaseConnection, migration: Migration, now: Date): void {
  // Every release reads this table and adds to it, so it never loses a column, and a new one may be null.
  connection.script(
    'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, since TEXT NOT NULL, applied_at INTEGER NOT NULL, needs INTEGER) STRICT',
  );
  // Releases before 0.3.0 made it without.
  if (!hasNeeds(connection)) connection.script('ALTER TABLE migrations ADD COLUMN needs INTEGER');
  connection.script(migration.sql);
  connection.run(
    'INSERT INTO migrations (version, since, applied_at, needs) VALUES (?, ?, ?, ?)',
    migration.version,
    migration.since,
    now.getTime(),
    migration.needs ?? null,
  );
  connection.pragma(`application_id = ${applicationId}`);
  connection.pragma(`user_version = ${migration.version}`);
}

/** Writes a copy next to the database, such as `database.schema-1.2026-01-31T12-00-00-000Z.sqlite`. */
function copyBefore(connection: DatabaseConnection, version: number, now: Date): void {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  const file = join(dirname(connection.name), `database.schema-${version}.${time}.sqlite`);
  ensurePrivateFile(file);
  // By a connection of its own, because SQLite does not copy from within a transaction.
  const source = new DatabaseConnection(connection.name);
  try {
    source.run('VACUUM INTO ?', file);
  } finally {
    source.close();
  }
}
