/** A copy of the database while the server runs. `cp` would lose what is still in the write-ahead log. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from '../contract/file-failure.ts';
import { checkDatabaseFile } from './check-database-file.ts';
import type { Connection } from './connection.ts';
import { syncFolder } from './write-durably.ts';

/**
 * One file with everything that is needed to go on: teams, tokens (their hashes), templates, ledger, signing keys.
 * PDFs behind signed addresses are not in it: they expire within a day. Replaces a file of that name, once the copy
 * is whole and checked. Throws `invalid_option` for a path that is the database itself or no file, `file_unwritable`
 * and `database_failed`.
 */
export async function backUp(connection: Connection, path: string): Promise<void> {
  const target = resolve(path);
  await refuseTarget(target, connection.name);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    // Made first, so that keys are never readable by others.
    const file = await open(temporary, 'wx', 0o600);
    try {
      await connection.copyTo(temporary);
      checkDatabaseFile(temporary);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw fileFailure('file_unwritable', path, error);
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) await rm(`${temporary}${ending}`, { force: true });
  }
}

/** A rename would put a copy in the place of the open database, or a file in the place of a device. */
async function refuseTarget(target: string, database: string): Promise<void> {
  const [there, own] = await Promise.all([stat(target).catch(() => undefined), stat(database)]);
  if (!there) return;
  const refuse = (message: string) => new Failure('invalid_option', message, { errors: { file: [message] } });
  if (there.dev === own.dev && there.ino === own.ino) throw refuse(`${target} is the database itself.`);
  if (!there.isFile()) throw refuse(`${target} is not a file.`);
}
