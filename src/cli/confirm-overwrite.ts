/** The question whether a file may be overwritten. */
import { confirm } from './confirm.ts';
import type { Terminal } from './terminal.ts';

/** As `confirm`. */
export const confirmOverwrite = (path: string, terminal: Terminal): Promise<boolean> =>
  confirm(`${path} exists already. Overwrite it?`, terminal);
