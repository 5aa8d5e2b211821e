/** Makes a folder and those above it. */
import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Does what `mkdirSync` with `recursive` does, and returns the first folder that it made. That one never ends where a
 * folder exists but nothing can be made in it and the system says ENOENT, such as in `/proc`: this one throws it.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  try {
    return makeOne(path, mode);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    const first = makeFolder(above, mode);
    const made = makeOne(path, mode);
    return first ?? made;
  }
}

/** Undefined if it exists. */
function makeOne(path: string, mode: number | undefined): string | undefined {
  try {
    mkdirSync(path, { mode });
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !isFolder(path)) throw error;
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Removes a folder and those above it, up to the one that `makeFolder` made first, as far as they are empty. */
export function removeEmptyFolders(folder: string, first: string): void {
  try {
    for (let each = folder; each.length >= first.length; each = dirname(each)) rmdirSync(each);
  } catch {
    // The folder is not empty.
  }
}
