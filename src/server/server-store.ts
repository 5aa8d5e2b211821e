/** Opens what a server keeps its state in: SQLite in a data directory of its own, or PostgreSQL that several share. */
import type { FastifyBaseLogger } from 'fastify';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';
import { ensureDataDirectory, findMovedDatabase, hasDatabase } from '#store/database/data-directory';
import { findTraces, lostDatabase } from '#store/database/lost-database';
import { type OwnerInfo, type Ownership, takeOwnership } from '#store/database/owner';
import { openStore, type Store } from '#store/store';
import { type Config, type EnvironmentVariables, readDocumentsPlace } from './config.ts';

export interface ServerStore {
  readonly store: Store;
  /** Tells other programs on this machine where the server listens. */
  announce(server: OwnerInfo): void;
  close(): Promise<void>;
}

interface ServerStoreOptions {
  readonly config: Config;
  /** For the credentials of S3. */
  readonly environment: EnvironmentVariables;
  /** For tests that change the time. Default: the clock of the database. */
  readonly now: (() => Date) | undefined;
  readonly log: FastifyBaseLogger;
  /** Where this server listens, if its port is known. */
  readonly address: string;
}

/** Throws `data_directory_in_use`, `usage`, and the errors of opening the store. */
export async function openServerStore(options: ServerStoreOptions): Promise<ServerStore> {
  const { config } = options;
  try {
    makeFolder(config.dataDir, 0o700);
  } catch (error) {
    throw fileFailure('file_unwritable', config.dataDir, error, {
      hint: 'Name a folder that this user can write to: --data-dir or PDFAPI_DATA_DIR.',
    });
  }
  return config.databaseUrl === undefined
    ? await openOwnDatabase(options)
    : await openSharedDatabase(options, config.databaseUrl);
}

const storeOptions = ({ config, environment, now }: ServerStoreOptions) => ({
  documents: readDocumentsPlace(config, environment),
  quotas: config.quota ?? {},
  welcomePack: config.welcomePack,
  ...(now ? { now } : {}),
  leaseMs: config.timeout + config.leaseMargin,
  migrate: !config.noMigrate,
});

async function openOwnDatabase(options: ServerStoreOptions): Promise<ServerStore> {
  const ownership: Ownership = takeOwnership(options.config.dataDir, {
    pid: process.pid,
    address: options.address,
  });
  let store: Store | undefined;
  try {
    assertNotMoved(options.config.dataDir);
    store = await openStore({ ...storeOptions(options), dataDirectory: options.config.dataDir });
    await assertNotLost(store, []);
    await tidyUp(store, options.log);
  } catch (error) {
    await store?.close();
    ownership.release();
    throw error;
  }
  const opened = store;
  return {
    store: opened,
    announce: (server) => ownership.announce(server),
    async close() {
      await opened.close();
      ownership.release();
    },
  };
}

/** A new database beside one that was moved would be a second, empty service. Throws `usage`. */
function assertNotMoved(dataDir: string): void {
  const moved = findMovedDatabase(dataDir);
  if (hasDatabase(dataDir) || moved === undefined) return;
  throw new Failure('usage', `The database of ${dataDir} was moved elsewhere by pdfapi admin move.`, {
    hint: `Set PDFAPI_DATABASE_URL or --data-dir to its new place. To go back to the old one, rename ${moved} to database.sqlite.`,
  });
}

/**
 * A database without teams is that of a first start, unless its documents are there, or the data directory was that of
 * another service. Throws `database_corrupt`, and `documents_unavailable` if the storage cannot tell.
 */
async function assertNotLost(store: Store, traces: readonly string[]): Promise<void> {
  if ((await store.teams.list()).length > 0) return;
  const found = [...traces, ...((await store.documents.isStorageUsed()) ? ['documents in the storage'] : [])];
  if (found.length === 0) return;
  const name = store.postgres === undefined ? '' : ` ${store.postgres.name}`;
  throw lostDatabase(`The database${name} has no teams`, found);
}

/** Removes what the last run left. Only the one server of a data directory knows that nothing else is running. */
async function tidyUp(store: Store, log: FastifyBaseLogger): Promise<void> {
  const voided = await store.ledger.voidPending();
  if (voided > 0) log.warn({ voided }, 'voided holds left by the last run');
  await store.templates.sweep();
}

async function openSharedDatabase(options: ServerStoreOptions, url: string): Promise<ServerStore> {
  const { config } = options;
  if (config.publicUrl === undefined) {
    throw new Failure('usage', 'With a database on PostgreSQL, the server needs its public address.', {
      hint: 'Set PDFAPI_PUBLIC_URL to the address of the load balancer: links and downloads name it.',
    });
  }
  // Most servers run on SQLite and never load the driver.
  const { openPostgresStore } = await import('#store/open-postgres-store');
  const store = await openPostgresStore({
    ...storeOptions(options),
    url,
    connections: config.databasePool,
    prepare: config.databasePrepare,
  });
  try {
    await assertNotLost(store, findTraces(ensureDataDirectory(config.dataDir)));
  } catch (error) {
    await store.close();
    throw error;
  }
  return { store, announce: () => {}, close: () => store.close() };
}
