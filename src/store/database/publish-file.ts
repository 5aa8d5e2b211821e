/** Gives a complete file its name, so that no crash leaves a half-written one there. */
import { existsSync, linkSync, renameSync } from 'node:fs';

/**
 * The temporary file may stay under its own name. A link never replaces what another process made meanwhile. Some file
 * systems have none.
 */
export function publishFile(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    if (!existsSync(path)) renameSync(temporary, path);
  }
}
