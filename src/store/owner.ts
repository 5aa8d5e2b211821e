/** One server per data directory: two would void each other's holds. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/errors.ts';
import { ensurePrivateFile } from './data-directory.ts';
import { databaseFailure } from './database-failure.ts';
import type { PlanQuotas } from './teams.ts';

export interface OwnerInfo {
  readonly pid: number;
  /** Where it listens, such as http://127.0.0.1:8080. */
  readonly address: string;
  /** The monthly quotas that it grants to plans, where they are not the plans' own. Undefined: it is no server. */
  readonly quotas?: PlanQuotas | undefined;
}

export interface Ownership {
  /** Tells others where the server listens, once that is known. */
  announce(info: OwnerInfo): void;
  release(): void;
}

/**
 * Takes a data directory, or throws `data_directory_in_use`, which names the process that has it.
 *
 * The lock is the operating system's, on a small file of its own, so it is gone with the process, however that
 * ends. What others read is in a second file: opening the locked one and closing it again would free the lock.
 */
export function takeOwnership(dataDirectory: string, info: OwnerInfo): Ownership {
  const lockFile = join(dataDirectory, 'owner.lock');
  const infoFile = join(dataDirectory, 'owner.json');
  const lock = acquire(lockFile, () => inUse(dataDirectory, infoFile));
  const announce = (announced: OwnerInfo) =>
    writeFileSync(infoFile, `${JSON.stringify(announced)}\n`, { mode: 0o600 });
  const release = () => {
    process.off('exit', release);
    if (!lock.open) return;
    rmSync(infoFile, { force: true });
    lock.close();
  };
  announce(info);
  // Also keeps the lock from being collected as garbage, which would free it.
  process.on('exit', release);
  return { announce, release };
}

/**
 * The server that runs on a data directory now, or undefined. A killed one leaves its file behind, so the lock
 * decides. Not for the process of the server itself: to open the lock and close it again would free it.
 */
export function readOwner(dataDirectory: string): OwnerInfo | undefined {
  const info = readInfo(join(dataDirectory, 'owner.json'));
  if (!info) return undefined;
  try {
    acquire(join(dataDirectory, 'owner.lock'), () => inUse(dataDirectory, '')).close();
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'data_directory_in_use') return info;
    throw error;
  }
}

function acquire(file: string, inUse: () => Failure): Sqlite.Database {
  ensurePrivateFile(file);
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw inUse();
    throw databaseFailure(error, file);
  }
}

function inUse(dataDirectory: string, infoFile: string): Failure {
  const holder = readInfo(infoFile);
  const who = holder ? `process ${holder.pid} at ${holder.address}` : 'another process';
  return new Failure('data_directory_in_use', `The data directory ${dataDirectory} is in use by ${who}.`);
}

function readInfo(file: string): OwnerInfo | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OwnerInfo;
  } catch {
    // It is being written, or nobody has written it yet.
    return undefined;
  }
}
