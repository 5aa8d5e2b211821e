/** Paths on the command line. An empty path usually comes from an unset shell variable and is never intended. */
import { Failure } from '#contract/errors';

/** Parser for commander: the value of an option or argument of this name. Throws `usage`. */
export const pathArgument =
  (name: string) =>
  (path: string): string =>
    checkPath(name, path);

/** The same for an option that may be repeated. */
export const pathArguments =
  (name: string) =>
  (path: string, before: readonly string[] = []): readonly string[] => [...before, checkPath(name, path)];

function checkPath(name: string, path: string): string {
  if (path !== '') return path;
  throw new Failure('usage', `${name} is empty but must be a path.`, {
    hint: 'Is it a shell variable that is not set?',
  });
}
