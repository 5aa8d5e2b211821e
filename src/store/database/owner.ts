/** Allows one server per data directory. Two would void each other's holds. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import type { PlanQuotas } from '../teams.ts';
import { ensurePrivateFile } from './data-directory.ts';
import { databaseFailure } from './database-failure.ts';

export interface OwnerInfo {
  readonly pid: number;
  /** The address it listens on, such as http://127.0.0.1:8080. */
  readonly address: string;
  /** The monthly quotas that the server grants in place of the plans' own. Undefined if the owner is not a server. */
  readonly quotas?: PlanQuotas | undefined;
}

export interface Ownership {
  /** Publishes the server's address to other processes once it is known. Throws `file_unwritable`. */
  announce(info: OwnerInfo): void;
  release(): void;
}

/**
 * Takes ownership of a data directory. Throws `data_directory_in_use`, which names the process that owns it, and
 * `file_unwritable`.
 *
 * The lock is held by the operating system, so it ends with the process, however that ends. It is on a small file of
 * its own. The details for other processes are in a second file, because opening and closing the locked file would
 * release the lock.
 */
export function takeOwnership(dataDirectory: string, info: OwnerInfo): Ownership {
  const lockFile = join(dataDirectory, 'owner.lock');
  const infoFile = join(dataDirectory, 'owner.json');
  const lock = acquire(lockFile, () => inUse(dataDirectory, infoFile));
  const announce = (announced: OwnerInfo) => {
    try {
      writeFileSync(infoFile, `${JSON.stringify(announced)}\n`, { mode: 0o600 });
    } catch (error) {
      throw fileFailure('file_unwritable', infoFile, error);
    }
  };
  const release = () => {
    process.off('exit', release);
    if (!lock.open) return;
    try {
      rmSync(infoFile, { force: true });
    } catch {
      // The lock decides, as after a crash.
    }
    lock.close();
  };
  try {
    announce(info);
  } catch (error) {
    release();
    throw error;
  }
  // The listener also references the lock, which would be released if it were garbage-collected.
  process.on('exit', release);
  return { announce, release };
}

/**
 * Returns the server that currently runs on a data directory, or undefined. A killed server leaves its file behind, so
 * the lock decides. Do not call this in the server's own process: opening and closing the lock file would release the
 * lock.
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
    // The file does not exist yet or is being written.
    return undefined;
  }
}
