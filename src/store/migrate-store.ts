/** Migrates a database without opening its store, for operators who do so before they start servers. */
import { ensureDataDirectory } from './database/data-directory.ts';
import { migrate } from './database/migrate.ts';
import { migrations, postgresMigrations } from './database/migrations/index.ts';
import { openDatabaseFile } from './database/open-database-file.ts';
import { migratePostgres } from './database/postgres/migrate-postgres.ts';
import { PostgresDatabase } from './database/postgres-database.ts';
import type { MigratedSchema } from './database/schema-version.ts';
import type { StoreLocation } from './store-location.ts';

export interface MigratedStore extends MigratedSchema {
  /** The file, or the address without its password. */
  readonly name: string;
}

/** Does nothing if no migration is missing. Throws `database_newer`, `database_corrupt` and `database_failed`. */
export async function migrateStore(location: StoreLocation, now: Date): Promise<MigratedStore> {
  if (location.kind === 'folder') {
    const connection = await openDatabaseFile(ensureDataDirectory(location.path), now);
    try {
      return { name: connection.name, ...migrate(connection, migrations, now) };
    } finally {
      connection.close();
    }
  }
  const database = new PostgresDatabase(location);
  try {
    return { name: database.name, ...(await migratePostgres(database, postgresMigrations, now)) };
  } finally {
    await database.close();
  }
}
