/** Opens a server's data directory or database for operator commands, whether or not a server runs on it. */
import { resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { hasDatabase } from '#store/database/data-directory';
import { readOwner } from '#store/database/owner';
import { migrateStore } from '#store/migrate-store';
import { openPostgresStore } from '#store/open-postgres-store';
import { openStore, type Store } from '#store/store';
import type { FolderLocation, StoreLocation } from '#store/store-location';
import type { PlanQuotas } from '#store/teams';
import { type EnvironmentVariables, readConfig, readDocumentsPlace, readMoveTarget } from './config.ts';

export { hasDatabase } from '#store/database/data-directory';
export { restoreBackup } from '#store/database/restore';
export { type MoveProgress, type MoveReport, moveStore } from '#store/move/move-store';
export type { SignatureUse, StoredIdentity } from '#store/signing-identities';
export type { Store } from '#store/store';
export type { Team } from '#store/teams';
export type { TemplateRecord } from '#store/template-records';
export type { Token } from '#store/tokens';

/** Returns the directory of the variable or the default. Throws `usage`. */
export const getDataDirectory = (environment: EnvironmentVariables): string =>
  readConfig({}, environment).config.dataDir;

/** The values of `--data-dir` and `--database-url`. */
export interface StoreFlags {
  readonly dataDir?: string | undefined;
  readonly databaseUrl?: string | undefined;
}

/**
 * Returns the database that a command works on: that of the flag, else that of `PDFAPI_DATABASE_URL`, else the data
 * directory. Throws `usage`, also for a password in the flag, and `file_unreadable`.
 */
export function locateStore(
  { dataDir, databaseUrl }: StoreFlags,
  environment: EnvironmentVariables,
): StoreLocation {
  if (dataDir !== undefined) {
    if (databaseUrl !== undefined) {
      throw new Failure('usage', '--data-dir and --database-url are mutually exclusive.', {
        hint: 'Give one of them.',
      });
    }
    return { kind: 'folder', path: dataDir };
  }
  const flags = databaseUrl === undefined ? {} : { databaseUrl };
  const { config } = readConfig(flags, environment);
  if (config.databaseUrl === undefined) return { kind: 'folder', path: config.dataDir };
  return {
    kind: 'postgres',
    url: config.databaseUrl,
    prepare: config.databasePrepare,
  };
}

export interface MoveEnds {
  readonly from: StoreLocation;
  readonly to: StoreLocation;
}

/**
 * Returns both ends of `admin move`. With `PDFAPI_DOCUMENTS`, documents stay where they are; otherwise they are copied from
 * the storage that one end has by default to that of the other.
 * Throws `usage`, `file_unreadable`, and `data_directory_missing` for a source without a database.
 */
export function locateMove(
  { to: given, ...flags }: StoreFlags & { readonly to?: string | undefined },
  environment: EnvironmentVariables,
): MoveEnds {
  const target = readMoveTarget(given, environment);
  const from = locateStore(flags, environment);
  if (from.kind === 'folder') assertDataDirectory(from.path);
  const { config } = readConfig({}, environment);
  const shared = config.documents === undefined ? {} : { documents: readDocumentsPlace(config, environment) };
  if (target.kind === 'folder') {
    return { from: { ...from, ...shared }, to: { ...target, ...shared, path: resolve(target.path) } };
  }
  return { from: { ...from, ...shared }, to: { ...target, ...shared } };
}

/**
 * Returns the data directory of a command that works on files only. Throws `usage` for a database on PostgreSQL; `hint`
 * names what to use there.
 */
export function requireDataDirectory(location: StoreLocation, hint: string): string {
  if (location.kind === 'folder') return location.path;
  throw new Failure('usage', 'A database on PostgreSQL is backed up and restored with its own tools.', {
    hint,
  });
}

export interface QuotasInForce {
  /** Plan → PDFs per month, for plans whose own figure is overridden. */
  readonly quotas: PlanQuotas;
  /** The source: the running server, or the variable that the next server would read. */
  readonly from: 'server' | 'PDFAPI_QUOTA';
}

/**
 * Returns the quotas of the server that runs on the directory, or those that the environment gives to the next one.
 * Servers that share a database on PostgreSQL publish nothing about themselves.
 */
export function quotasInForce(location: StoreLocation, environment: EnvironmentVariables): QuotasInForce {
  const running = location.kind === 'folder' ? readOwner(location.path)?.quotas : undefined;
  if (running) return { quotas: running, from: 'server' };
  return { quotas: readConfig({}, environment).config.quota ?? {}, from: 'PDFAPI_QUOTA' };
}

/**
 * Opens the database that servers use. A folder without one is left as it is, since a mistyped path would otherwise look
 * like an empty server. A database on PostgreSQL is never migrated, since servers of an older release may run on it.
 *
 * Throws `data_directory_missing`, `database_older`, and the errors of `openStore` and `openPostgresStore`.
 */
export async function openLocatedStore(
  location: StoreLocation,
  environment: EnvironmentVariables,
): Promise<Store> {
  const { quotas } = quotasInForce(location, environment);
  if (location.kind === 'postgres') {
    return await openPostgresStore({ ...location, connections: 1, migrate: false, quotas });
  }
  assertDataDirectory(location.path);
  // The server and backups verify its pages; a command should not read all of it.
  return await openStore({ dataDirectory: location.path, checkPages: false, quotas });
}

/** Throws `data_directory_missing`, and like `migrateStore`. */
export async function migrateLocatedStore(location: StoreLocation) {
  if (location.kind === 'folder') assertDataDirectory(location.path);
  return await migrateStore(location, new Date());
}

function assertDataDirectory(folder: FolderLocation['path']): void {
  if (hasDatabase(folder)) return;
  throw new Failure('data_directory_missing', `${folder} is not the data directory of a server.`, {
    hint: `Give it with --data-dir or PDFAPI_DATA_DIR, or create it: pdfapi serve --data-dir ${folder}`,
  });
}
