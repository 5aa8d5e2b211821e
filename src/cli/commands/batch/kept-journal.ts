/** Keeps the journals of finished batches in the user's own folder, out of the folder of the PDFs. */
import { copyFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '#contract/files/make-folder';
import { contentHash, type JournalOptions, journalPath } from './journal.ts';

export interface KeptJournal {
  /** Whether there is one. */
  exists(): boolean;
  /** Puts it beside the PDFs, where a batch that is under way has it: its output may be all that outlives a container. */
  restore(): void;
  /** Takes the journal of a finished batch away from the PDFs. It stays there if the user's folder cannot be written. */
  keep(): void;
}

/** How long a journal is kept that no run has touched. */
const maxDays = 90;

export function keptJournal(
  stateDirectory: string,
  place: Pick<JournalOptions, 'folder' | 'identity'>,
): KeptJournal {
  const beside = journalPath(place);
  const folder = join(stateDirectory, 'batches');
  const kept = join(
    folder,
    `${contentHash(JSON.stringify([resolve(place.folder), ...place.identity]))}.ndjson`,
  );
  const exists = () => statSync(kept, { throwIfNoEntry: false }) !== undefined;
  return {
    exists,
    restore() {
      if (exists()) move(kept, beside);
    },
    keep() {
      try {
        makeFolder(folder, 0o700);
        removeOld(folder);
        move(beside, kept);
      } catch {
        // The journal does no harm beside the PDFs.
      }
    },
  };
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const { atime, mtime } = statSync(from);
    copyFileSync(from, to);
    // Its time says whether a server still knows the rows.
    utimesSync(to, atime, mtime);
    rmSync(from);
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > maxDays * 86_400_000) rmSync(path, { force: true });
  }
}
