/** The store of servers that share a database on PostgreSQL. */
import { Failure } from '#contract/errors';
import type { WelcomePackRule } from '#contract/plans';
import { DatabaseClock } from './database/database-clock.ts';
import { postgresMigrations } from './database/migrations/index.ts';
import { checkPostgresSchema, migratePostgres } from './database/postgres/migrate-postgres.ts';
import { RateWindows } from './database/postgres/rate-windows.ts';
import { PostgresDatabase, type PostgresOptions } from './database/postgres-database.ts';
import type { DocumentsPlace } from './document-bytes/documents-place.ts';
import { repositories } from './repositories.ts';
import type { Store } from './store.ts';
import type { PlanQuotas } from './teams.ts';

export interface PostgresStoreOptions extends PostgresOptions {
  /** Default: the database. */
  readonly documents?: DocumentsPlace | undefined;
  /** Replaces the clock of the database, for tests that change the time. */
  readonly now?: (() => Date) | undefined;
  readonly quotas?: PlanQuotas;
  /** Default: plan. */
  readonly welcomePack?: WelcomePackRule | undefined;
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
  const { documents: place = { kind: 'database' } } = options;
  const database = new PostgresDatabase(options);
  const clock = new DatabaseClock(database);
  const now = options.now ?? clock.now;
  try {
    await clock.measure();
    if (options.migrate === false) await checkPostgresSchema(database, postgresMigrations);
    else await migratePostgres(database, postgresMigrations, now());
    const parts = repositories(database, place, { ...options, now });
    await parts.clock.open();
    return {
      ...parts,
      rateWindows: new RateWindows(database),
      postgres: {
        name: database.name,
        clock,
        status: () => database.status(),
        stopRetrying: () => database.stopRetrying(),
        disconnect: () => database.disconnect(),
      },
      backup: async () => {
        throw new Failure('usage', 'A database on PostgreSQL is backed up with its own tools.', {
          hint: 'For example pg_dump, which copies one consistent moment, or the archive of its log.',
        });
      },
      checkWritable: () => clock.measure(),
      close: async () => {
        await parts.documents.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
