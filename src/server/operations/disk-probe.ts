/** Measures the space that is left on the disk of a folder, which never ends on a mount that hangs. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Each question that hangs holds one of the few threads of Node.js for files: there is one at a time. */
export function diskProbe(folder: string): () => Promise<StatsFs> {
  let asked: Promise<StatsFs> | undefined;
  return async () => {
    asked ??= statfs(folder).finally(() => {
      asked = undefined;
    });
    return await asked;
  };
}
