/** Migrates a database on PostgreSQL, with one node doing it while all others that start at the same time wait. */
import type { PoolClient } from 'pg';
import { Failure } from '../../../contract/errors.ts';
import type { Migration } from '../migrate.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** 'pdfa' in ASCII. The lock ends with its transaction, which works behind PgBouncer too. */
const lock = 0x70646661;

/** Applies what is missing, each migration in a transaction of its own. Throws `database_newer` and `database_failed`. */
export async function migratePostgres(
  database: PostgresDatabase,
  migrations: readonly Migration[],
  now: Date,
): Promise<void> {
  for (const migration of migrations) {
    await database.administer(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      const version = await schemaVersion(client);
      const newest = migrations.at(-1)?.version ?? 0;
      if (version > newest) throw await newer(client, database.name, version, newest);
      if (version >= migration.version) return;
      await client.query(migration.sql);
      await client.query('INSERT INTO migrations (version, since, applied_at) VALUES ($1, $2, $3)', [
        migration.version,
        migration.since,
        now.getTime(),
      ]);
    });
  }
}

/** Returns 0 for a database without a schema. */
async function schemaVersion(client: PoolClient): Promise<number> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, since TEXT NOT NULL, applied_at BIGINT NOT NULL)',
  );
  const { rows } = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM migrations',
  );
  return rows[0]?.version ?? 0;
}

async function newer(client: PoolClient, name: string, version: number, newest: number): Promise<Failure> {
  const { rows } = await client.query<{ since: string }>('SELECT since FROM migrations WHERE version = $1', [
    version,
  ]);
  return new Failure(
    'database_newer',
    `The database ${name} has schema ${version}; this pdfapi knows schemas up to ${newest}.`,
    { hint: `Install pdfapi ${rows[0]?.since ?? ''} or newer.` },
  );
}
