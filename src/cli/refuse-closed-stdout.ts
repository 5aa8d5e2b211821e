/** A process that was started without a stdout (`>&-`) would lose its result, and call that a success. */
import { fstatSync, readFileSync } from 'node:fs';
import { Failure } from '../contract/errors.ts';

/** Throws `file_unwritable`. `what` would be lost. */
export function refuseClosedStdout(what: string): void {
  if (!isClosed()) return;
  throw new Failure('file_unwritable', `Cannot write stdout: it is closed, and ${what} would be lost.`, {
    hint: 'Name a file; what is to be thrown away goes to /dev/null by name.',
  });
}

/** The device number of `/dev/null` in Linux: 1, 3. */
const nullDevice = 0x103;

/** Of the flags that a file was opened with, those that say for what (`O_ACCMODE`), and both (`O_RDWR`). */
const accessMode = 3;
const readAndWrite = 2;

/**
 * The runtime opens `/dev/null` in the place of a stream that is closed, for reading and writing, and everything
 * written to it seems to arrive. A shell opens it for writing only. Where the system does not tell: false.
 */
function isClosed(): boolean {
  try {
    const stdout = fstatSync(1);
    if (!stdout.isCharacterDevice() || stdout.rdev !== nullDevice) return false;
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & accessMode) === readAndWrite;
  } catch {
    return false;
  }
}
