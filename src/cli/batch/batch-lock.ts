/** One run of a batch at a time: a second one would render, and pay, all of its rows again. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/file-failure.ts';
import { isAlive } from '../../core/browser/is-alive.ts';

/**
 * Takes the batch whose journal this is, by a file beside it that holds our pid, and gives what lets go of it (safe to
 * call twice). Folders that were made for the file go with it, if nothing else has come into them. What a run that was
 * killed has left is taken over.
 *
 * Throws `batch_running`, which names the process that has it, and `file_unwritable`.
 */
export function takeBatch(journal: string): () => void {
  const path = `${journal}.lock`;
  const folder = resolve(dirname(path));
  let firstMade: string | undefined;
  try {
    firstMade = mkdirSync(folder, { recursive: true });
    if (!create(path)) {
      removeIfStale(path);
      // Whoever was faster in taking it over has it.
      if (!create(path)) throw running(path, holderOf(path));
    }
  } catch (error) {
    if (firstMade !== undefined) removeEmpty(folder, firstMade);
    throw error instanceof Failure ? error : fileFailure('file_unwritable', path, error);
  }
  const release = () => {
    process.off('exit', release);
    if (holderOf(path) !== process.pid) return;
    rmSync(path, { force: true });
    if (firstMade !== undefined) removeEmpty(folder, firstMade);
  };
  process.on('exit', release);
  return release;
}

/** false where it is there already. */
function create(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, `${process.pid}\n`);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** Of two that find it stale at once, one must not remove what the other has just put in its place. */
function removeIfStale(path: string): void {
  const holder = holderOf(path);
  if (holder === undefined || (isAlive(holder) && !isFromBefore(path, holder))) throw running(path, holder);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = holderOf(aside);
  if (moved === holder) rmSync(aside, { force: true });
  else {
    renameSync(aside, path);
    throw running(path, moved);
  }
}

/** In a container that is started again, the process that was killed had the pid that we have now. */
const isFromBefore = (path: string, holder: number): boolean =>
  holder === process.pid &&
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < performance.timeOrigin;

/** Undefined where the file is gone, or its process has not come to write into it yet. */
function holderOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function removeEmpty(folder: string, first: string): void {
  try {
    for (let each = folder; each.length >= first.length; each = dirname(each)) rmdirSync(each);
  } catch {
    // There is something in it.
  }
}

function running(path: string, holder: number | undefined): Failure {
  const who = holder === undefined ? 'Another process' : `Process ${holder}`;
  return new Failure('batch_running', `${who} is at work on this batch.`, {
    hint: `Wait until it has ended. If it is no pdfapi any more, remove ${path}`,
  });
}
