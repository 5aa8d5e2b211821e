/** Atomic writes: a file appears complete under its name, or not at all. */
import { randomBytes } from 'node:crypto';
import { constants, unlinkSync } from 'node:fs';
import { link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../errors.ts';
import { fileFailure } from './file-failure.ts';
import { flushFile } from './flush-file.ts';

export interface WriteOptions {
  readonly overwrite: boolean;
  /**
   * Whether an existing file is written into, so that a program that has it open reads the result. It is then incomplete if
   * the disk is full. Default: it is replaced in one step.
   */
  readonly inPlace?: boolean | undefined;
  /** Gets what removes the temporary file if the process is interrupted, and returns what takes that back. */
  readonly shutdown?: { add(step: () => void): () => void } | undefined;
}

export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<void> {
  try {
    const existing = await stat(path).catch(() => undefined);
    // Pipes and devices (`/dev/null`) are written in place; a rename would replace them.
    if (existing?.isFIFO()) return await writePipe(path, bytes);
    if (existing && (options.inPlace || !existing.isFile())) return await writeFile(path, bytes);
    // A symbolic link is kept: its target is replaced.
    const target = existing ? await realpath(path) : path;
    await replace(target, bytes, existing?.mode, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(path);
    throw error instanceof Failure || !isOfFiles(error) ? error : fileFailure('file_unwritable', path, error);
  }
}

/** Opening a pipe waits for its reader, endlessly if there is none. Throws `file_unwritable` in that case. */
async function writePipe(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const { O_WRONLY, O_NONBLOCK } = constants;
  const probe = await open(path, O_WRONLY | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENXIO') throw error;
    throw new Failure('file_unwritable', `Cannot write ${path}: it is a pipe that no program reads.`, {
      hint: 'Start its reader first, or name another file.',
    });
  });
  try {
    await writeFile(path, bytes);
  } finally {
    // Not earlier: the reader would see the end of its input.
    await probe.close();
  }
}

/** Errors of the bytes themselves, such as a lost connection, do not come from the file system. */
function isOfFiles(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && syscall !== 'read';
}

export const fileExists = (path: string): Failure => new Failure('file_exists', `${path} already exists.`);

const temporaryStart = (name: string): string => `.${name.slice(0, 200)}.`;

/** Whether `found` is the temporary file that a killed process left behind while writing `name`. */
export function isTemporaryFile(name: string, found: string): boolean {
  const start = temporaryStart(name);
  return found.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(found.slice(start.length));
}

async function replace(
  target: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode: number | undefined,
  options: WriteOptions,
) {
  const name = `${temporaryStart(basename(target))}${randomBytes(6).toString('hex')}.tmp`;
  const temporary = join(dirname(target), name);
  const forget = options.shutdown?.add(() => unlinkSync(temporary));
  try {
    const file = await open(temporary, 'wx');
    try {
      if (mode !== undefined) await file.chmod(mode & 0o777);
      await file.writeFile(bytes);
      await flushFile(file);
    } finally {
      await file.close();
    }
    if (options.overwrite) await rename(temporary, target);
    else await renameWithoutOverwriting(temporary, target);
  } finally {
    await rm(temporary, { force: true });
    forget?.();
  }
}

/**
 * Another process may have created the file since the check. Creating a hard link fails then; a rename would succeed.
 */
async function renameWithoutOverwriting(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw error;
    // Some file systems have no hard links (FAT, some network mounts).
    await rename(from, to);
  }
}
