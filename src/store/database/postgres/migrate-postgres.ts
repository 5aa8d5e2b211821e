/** Migrates a database on PostgreSQL, with one node doing it while all others that start at the same time wait. */
import type { ClientBase } from 'pg';
import { type Migration, newestVersion } from '../migrate.ts';
import type { PostgresDatabase } from '../postgres-database.ts';
import {
  type AppliedMigration,
  assertMigrated,
  knownSchemaVersion,
  type MigratedSchema,
  type SchemaCheck,
} from '../schema-version.ts';

/** 'pdfa' in ASCII. The lock ends with its transaction, which works behind PgBouncer too. */
const lock = 0x70646661;

/** Applies what is missing, each migration in a transaction of its own. Throws `database_newer` and `database_failed`. */
export async function migratePostgres(
  database: PostgresDatabase,
  migrations: readonly Migration[],
  now: Date,
): Promise<MigratedSchema> {
  const next = () =>
    database.administer(({ client }) => applyNext(client, { name: database.name, migrations, now }));
  const { from, ...first } = await next();
  let { to } = first;
  while (to < newestVersion(migrations)) ({ to } = await next());
  return { from, to };
}

/** Like `migratePostgres`, within a transaction of the caller. Also throws `database_newer` for any newer schema. */
export async function migrateWithin(client: ClientBase, target: MigrationTarget): Promise<void> {
  const newest = newestVersion(target.migrations);
  let { to } = await applyNext(client, target);
  while (to < newest) ({ to } = await applyNext(client, target));
  assertMigrated(target.name, to, newest, { exactly: true });
}

/** Throws `database_older` if a migration is missing, `database_newer` and `database_failed`. Changes nothing. */
export async function checkPostgresSchema(
  database: PostgresDatabase,
  migrations: readonly Migration[],
  check?: SchemaCheck,
): Promise<void> {
  const newest = newestVersion(migrations);
  const applied = await database.administer(({ client }) => appliedMigrations(client));
  assertMigrated(database.name, knownSchemaVersion(database.name, applied, newest), newest, check);
}

export interface MigrationTarget {
  /** For messages. */
  readonly name: string;
  readonly migrations: readonly Migration[];
  readonly now: Date;
}

/** Applies the first migration that is missing, if any. */
async function applyNext(
  client: ClientBase,
  { name, migrations, now }: MigrationTarget,
): Promise<MigratedSchema> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  const from = knownSchemaVersion(name, await appliedMigrations(client), newestVersion(migrations));
  const missing = migrations.find(({ version }) => version > from);
  if (!missing) return { from, to: from };
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, since TEXT NOT NULL, applied_at BIGINT NOT NULL, needs BIGINT)',
  );
  await client.query(missing.sql);
  await client.query('INSERT INTO migrations (version, since, applied_at, needs) VALUES ($1, $2, $3, $4)', [
    missing.version,
    missing.since,
    now.getTime(),
    missing.needs ?? null,
  ]);
  return { from, to: missing.version };
}

/** Returns none for a database without a schema. */
async function appliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('migrations') AS found",
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<AppliedMigration>(
    'SELECT version, since, needs FROM migrations ORDER BY version',
  );
  return rows;
}
