/** Allows one run of a batch at a time: a second one would render, and pay for, all of its rows again. */
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { isAbandoned } from '#contract/files/is-abandoned';
import { makeFolder, removeEmptyFolders } from '#contract/files/make-folder';

/**
 * Locks the batch of this journal by a file beside it that holds the pid, and returns a function that releases the lock
 * (safe to call twice). The release removes folders that were created for the file, if they are empty. The lock of a
 * killed run is taken over.
 *
 * Throws `batch_running`, which names the process that holds it, and `file_unwritable`.
 */
export function takeBatch(journal: string): () => void {
  const path = `${journal}.lock`;
  const folder = resolve(dirname(path));
  let firstMade: string | undefined;
  try {
    firstMade = makeFolder(folder);
    if (!create(path)) {
      removeIfStale(path);
      // The first process to take over a stale lock holds it.
      if (!create(path)) throw running(path, readHolder(path));
    }
  } catch (error) {
    if (firstMade !== undefined) removeEmptyFolders(folder, firstMade);
    if (error instanceof Failure) throw error;
    if (!isFile(folder)) throw fileFailure('file_unwritable', path, error);
    const given = dirname(path);
    throw new Failure('file_unwritable', `Cannot write into ${given}: it is a file, not a folder.`, {
      hint: `Name another folder: -o ${given}-pdfs/`,
      cause: error,
    });
  }
  const release = () => {
    process.off('exit', release);
    if (readHolder(path) !== process.pid) return;
    rmSync(path, { force: true });
    if (firstMade !== undefined) removeEmptyFolders(folder, firstMade);
  };
  process.on('exit', release);
  return release;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Returns false if the file already exists. */
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

/** If two processes find it stale concurrently, one must not remove the lock that the other has just created. */
function removeIfStale(path: string): void {
  const holder = readHolder(path);
  if (holder === undefined || !isAbandoned(path, holder)) throw running(path, holder);
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved === holder) rmSync(aside, { force: true });
  else {
    renameSync(aside, path);
    throw running(path, moved);
  }
}

/** Undefined if the file is gone, or if its process has not written to it yet. */
function readHolder(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function running(path: string, holder: number | undefined): Failure {
  const who = holder === undefined ? 'Another process' : `Process ${holder}`;
  return new Failure('batch_running', `${who} is running this batch.`, {
    hint: `Wait until it has ended. If that process is not pdfapi, remove ${path}`,
  });
}
