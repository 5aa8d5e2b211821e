/** Copies of a database that are made under a name of their own until they are complete. */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbandoned } from '#contract/files/is-abandoned';

/** Beside a copy that SQLite has open. */
const suffixes = ['', '-journal', '-wal', '-shm'];
/** Older releases left no pid. */
const form = /^(?:(\d+)-)?[0-9a-f]{12}\.tmp(?:-journal|-wal|-shm)?$/;

/** Returns a name for a copy of this process, such as `.backup.sqlite.4711-0123456789ab.tmp`. */
export const nameCopy = (name: string): string =>
  `.${name}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;

/** Removes a copy with what belongs to it. */
export async function removeCopy(path: string): Promise<void> {
  for (const suffix of suffixes) await rm(`${path}${suffix}`, { force: true });
}

/**
 * Removes the copies under this name whose process is gone, or all if this process `isAlone`: if no other can be making
 * one. Never fails: leftovers do no harm.
 */
export async function removeLeftoverCopies(
  folder: string,
  name: string,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  for (const found of await readdir(folder).catch(() => [])) {
    const match = found.startsWith(`.${name}.`) && form.exec(found.slice(name.length + 2));
    if (!match) continue;
    const path = join(folder, found);
    const pid = Number(match[1] ?? 0);
    // It may belong to another user.
    if (isAlone || (pid > 0 && isAbandoned(path, pid))) await rm(path, { force: true }).catch(() => {});
  }
}
