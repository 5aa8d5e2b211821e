/** A result never takes the place of what it was made from, nor of another result. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../contract/errors.ts';

type Path = string | null | undefined;

/** Throws `usage` where a result and an input, or two results, are the same file. `-` is none. */
export function refuseOverwriting(results: readonly Path[], inputs: readonly Path[]): void {
  const taken = new Map(filesOf(inputs).map((path) => [identity(path), 'read']));
  for (const path of filesOf(results)) {
    const use = taken.get(identity(path));
    if (use) {
      throw new Failure('usage', `${path} is ${use}, and cannot be written too.`, {
        hint: 'Name another file.',
      });
    }
    taken.set(identity(path), 'the PDF');
  }
}

/** Devices can be read and written. */
const filesOf = (paths: readonly Path[]): string[] =>
  paths.filter((path): path is string => Boolean(path) && path !== '-' && !path?.startsWith('/dev/'));

/** Two names of one file are the same. */
function identity(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
