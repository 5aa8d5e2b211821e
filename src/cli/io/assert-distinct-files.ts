/** A result never overwrites one of its inputs or another result. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#contract/errors';

type Path = string | null | undefined;

/** Throws `usage` if a result and an input, or two results, are the same file. `-` does not count as a file. */
export function assertDistinctFiles(results: readonly Path[], inputs: readonly Path[]): void {
  const usedPaths = new Map(filesOf(inputs).map((path) => [identity(path), 'read']));
  for (const path of filesOf(results)) {
    const use = usedPaths.get(identity(path));
    if (use) {
      throw new Failure('usage', `${path} is ${use}, and cannot be overwritten.`, {
        hint: 'Choose another file.',
      });
    }
    usedPaths.set(identity(path), 'the PDF');
  }
}

/** Devices can be read and written, so they do not count. */
const filesOf = (paths: readonly Path[]): string[] =>
  paths.filter((path): path is string => Boolean(path) && path !== '-' && !path?.startsWith('/dev/'));

/** Resolves the path, so that two names of one file are equal. */
function identity(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
