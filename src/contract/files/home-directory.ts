/** The home directory of the user. */
import { homedir } from 'node:os';

/**
 * `HOME`, else what the system knows. A user id without an account, as containers have, has no home: `/` is then the
 * start of paths that cannot be written, and the error names them.
 */
export function homeDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  if (environment.HOME) return environment.HOME;
  try {
    return homedir();
  } catch {
    return '/';
  }
}
