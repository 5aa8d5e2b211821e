/** The store of servers that share a database on PostgreSQL. */
import { Failure } from '../contract/errors.ts';
import { ensureDataDirectory } from './database/data-directory.ts';
import { postgresMigrations } from './database/migrations/index.ts';
import { checkPostgresSchema, migratePostgres } from './database/postgres/migrate-postgres.ts';
import { PostgresDatabase, type PostgresOptions } from './database/postgres/postgres-database.ts';
import { repositories } from './repositories.ts';
import type { Store } from './store.ts';
import type { PlanQuotas } from './teams.ts';

export interface PostgresStoreOptions extends PostgresOptions {
  /** For the files of documents. */
  readonly dataDirectory: string;
  readonly now?: () => Date;
  readonly quotas?: PlanQuotas;
  readonly leaseMs?: number | undefined;
  /** Whether to bring an older schema up to date. Default: true. Without it, `database_older` is thrown. */
  readonly migrate?: boolean | undefined;
}

/**
 * Opens a database on PostgreSQL 15 or newer and migrates it to the newest schema.
 *
 * Throws `database_newer`, `database_older`, `database_failed` and `file_unwritable`.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { dataDirectory, now = () => new Date() } = options;
  const { documents } = ensureDataDirectory(dataDirectory);
  const database = new PostgresDatabase(options);
  try {
    if (options.migrate === false) await checkPostgresSchema(database, postgresMigrations);
    else await migratePostgres(database, postgresMigrations, now());
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...repositories(database, documents, options),
    backup: async () => {
      throw new Failure('usage', 'A database on PostgreSQL is backed up with its own tools.', {
        hint: 'For example pg_dump, which copies one consistent moment, or the archive of its log.',
      });
    },
    checkWritable: () => database.checkWritable(),
    close: () => database.close(),
  };
}
