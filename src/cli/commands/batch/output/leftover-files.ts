/** Removes the temporary files that a killed run left behind. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isTemporaryFile } from '#contract/files/atomic-write';

export interface LeftoverFiles {
  /** Removes the temporary files of this path. Never fails: leftovers do no harm. */
  remove(path: string): void;
}

/** The maximum of remembered folders; reading a folder twice does no harm. */
const maxFolders = 1000;

/** Each folder is read once, at the first path in it. */
export function leftoverFiles(): LeftoverFiles {
  const found = new Map<string, readonly string[]>();
  const inFolder = (folder: string): readonly string[] => {
    const known = found.get(folder);
    if (known) return known;
    if (found.size >= maxFolders) found.clear();
    const names = readNames(folder).filter((name) => name.startsWith('.') && name.endsWith('.tmp'));
    found.set(folder, names);
    return names;
  };
  return {
    remove(path) {
      const folder = dirname(path);
      for (const name of inFolder(folder)) {
        if (!isTemporaryFile(basename(path), name)) continue;
        try {
          rmSync(join(folder, name), { force: true });
        } catch {
          // The file belongs to another user.
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
