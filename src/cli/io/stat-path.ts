/** Checks a path of the command line before anything is started for it. */
import { type Stats, statSync } from 'node:fs';
import { fileFailure } from '#contract/files/file-failure';

/** Undefined if nothing exists at the path. */
export function statPath(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
}
