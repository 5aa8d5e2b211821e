/** What a run that was killed has left of the files that it was writing. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isTemporaryOf } from '../atomic-write.ts';

export interface LeftoverFiles {
  /** Removes those of this path. Never fails: they are in nobody's way. */
  remove(path: string): void;
}

/** Folders that are remembered; reading one again is no harm. */
const mostFolders = 1000;

/** Each folder is read once, when the first path in it comes. */
export function leftoverFiles(): LeftoverFiles {
  const found = new Map<string, readonly string[]>();
  const inFolder = (folder: string): readonly string[] => {
    const known = found.get(folder);
    if (known) return known;
    if (found.size >= mostFolders) found.clear();
    const names = readNames(folder).filter((name) => name.startsWith('.') && name.endsWith('.tmp'));
    found.set(folder, names);
    return names;
  };
  return {
    remove(path) {
      const folder = dirname(path);
      for (const name of inFolder(folder)) {
        if (!isTemporaryOf(basename(path), name)) continue;
        try {
          rmSync(join(folder, name), { force: true });
        } catch {
          // Another user's; theirs to remove.
        }
      }
    },
  };
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
