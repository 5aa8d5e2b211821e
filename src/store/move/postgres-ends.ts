/** A database on PostgreSQL as the source or the target of a move. */
import type { ClientBase } from 'pg';
import { Failure } from '#contract/errors';
import { postgresMigrations } from '../database/migrations/index.ts';
import { checkPostgresSchema, migrateWithin } from '../database/postgres/migrate-postgres.ts';
import { applicationName } from '../database/postgres/postgres-pool.ts';
import { type Administration, PostgresDatabase } from '../database/postgres-database.ts';
import type { DocumentsPlace } from '../document-bytes/documents-place.ts';
import { repositories } from '../repositories.ts';
import type { MoveSource, MoveTarget, SourceTransaction } from './move-end.ts';
import { movedTables } from './moved-tables.ts';

export interface PostgresEndOptions {
  readonly url: string;
  readonly documents?: DocumentsPlace | undefined;
  readonly now: Date;
}

/** Readers may go on. Taken before the first query, whose moment the whole transaction then sees. */
const lockTables = `LOCK TABLE ${movedTables.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`;

/** Throws `database_older`, `database_newer` and `database_failed`. */
export async function openPostgresSource(options: PostgresEndOptions): Promise<MoveSource> {
  const { database, ...end } = await open(options);
  try {
    await checkPostgresSchema(database, postgresMigrations, { exactly: true });
  } catch (error) {
    await end.close();
    throw error;
  }
  return {
    ...end,
    transaction: (use) =>
      database.administer(async (administration) => {
        const { client } = administration;
        await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '5s'");
        await client.query(lockTables);
        await assertAlone(client, end.name);
        return await use(begun(administration));
      }),
    retire: async () => null,
  };
}

/** Throws `database_failed`. */
export async function openPostgresTarget(options: PostgresEndOptions): Promise<MoveTarget> {
  const { database, ...end } = await open(options);
  const { now } = options;
  return {
    ...end,
    transaction: (use) =>
      database.administer(async (administration) => {
        const { client } = administration;
        // With the lock of migrations, which a server that starts meanwhile waits for.
        await migrateWithin(client, { name: end.name, migrations: postgresMigrations, now });
        await client.query(lockTables);
        await assertEmpty(client, end.name);
        return await use({
          ...begun(administration),
          async setLastId(table, id) {
            // Unlike `setval`, it is part of the transaction.
            await client.query(`ALTER TABLE ${table} ALTER COLUMN id RESTART WITH ${id + 1}`);
          },
          async complete() {
            await client.query('SET CONSTRAINTS ALL IMMEDIATE');
            // The planner knows nothing about rows that were added in this transaction.
            await client.query(`ANALYZE ${movedTables.map(({ name }) => name).join(', ')}`);
          },
        });
      }),
    publish: async () => {},
  };
}

async function open({ url, documents = { kind: 'database' } }: PostgresEndOptions) {
  // Statements are as long as their batch; none is worth preparing.
  const database = new PostgresDatabase({ url, prepare: false });
  try {
    return {
      database,
      name: database.name,
      identity: await database.administer(({ client }) => identify(client)),
      documents: repositories(database, documents, {}).documents,
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function begun({ client, drive }: Administration): SourceTransaction {
  return {
    drive,
    async lastId(table) {
      const { rows } = await client.query<{ sequence: string }>(
        "SELECT pg_get_serial_sequence($1, 'id') AS sequence",
        [table],
      );
      const sequence = await client.query<{ last: number }>(
        `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${rows[0]?.sequence}`,
      );
      return sequence.rows[0]?.last ?? 0;
    },
  };
}

/** The same for every name of a server, also through a pooler. */
async function identify(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    "SELECT pg_postmaster_start_time()::text || ' ' || oid::text AS identity FROM pg_database WHERE datname = current_database()",
  );
  return rows[0]?.identity ?? '';
}

async function assertAlone(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    'SELECT count(*) AS others FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()',
    [applicationName],
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return;
  throw new Failure(
    'database_in_use',
    `The database ${name} is in use: pdfapi has ${others} other ${others === 1 ? 'connection' : 'connections'} to it.`,
  );
}

async function assertEmpty(client: ClientBase, name: string): Promise<void> {
  for (const table of movedTables) {
    const { rows } = await client.query(`SELECT 1 FROM ${table.name} LIMIT 1`);
    if (rows.length === 0) continue;
    throw new Failure('database_not_empty', `The database ${name} is not empty: ${table.name} has rows.`, {
      hint: 'Create another database for the move.',
    });
  }
}
