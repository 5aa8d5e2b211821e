/** Asks whether a file may be overwritten. */
import { confirm } from './confirm.ts';
import type { Terminal } from './terminal.ts';

/** Returns and throws like `confirm`. */
export const confirmOverwrite = (path: string, terminal: Terminal): Promise<boolean> =>
  confirm(`${path} already exists. Overwrite it?`, terminal);
