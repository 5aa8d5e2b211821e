/** Paths on the command line: an empty one is most often a shell variable that is not set, and never meant. */
import { Failure } from '../contract/errors.ts';

/** For commander: what is given as an option or an argument of this name. Throws `usage`. */
export const pathArgument =
  (name: string) =>
  (path: string): string =>
    checkPath(name, path);

/** The same for an option that may be given again. */
export const pathArguments =
  (name: string) =>
  (path: string, before: readonly string[] = []): readonly string[] => [...before, checkPath(name, path)];

function checkPath(name: string, path: string): string {
  if (path !== '') return path;
  throw new Failure('usage', `${name} is empty, and must be a path.`, {
    hint: 'Is it a variable of the shell that is not set?',
  });
}
