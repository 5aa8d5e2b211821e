/** Whether a path is a terminal, such as `/dev/tty`. */
import { closeSync, constants, openSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

export function isTerminal(path: string): boolean {
  try {
    if (!statSync(path).isCharacterDevice()) return false;
    // Opening it must not make it the controlling terminal of this process.
    const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      return isatty(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
