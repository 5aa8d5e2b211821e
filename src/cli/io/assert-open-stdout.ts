/** A process that was started without a stdout (`>&-`) would lose its result and still report success. */
import { fstatSync, readFileSync } from 'node:fs';
import { Failure } from '#contract/errors';

/** Throws `file_unwritable`. `what` is the result that would be lost. */
export function assertOpenStdout(what: string): void {
  if (!isClosed()) return;
  throw new Failure('file_unwritable', `Cannot write stdout: it is closed, and ${what} would be lost.`, {
    hint: 'Name a file; to discard the output, name /dev/null.',
  });
}

/** The device number of `/dev/null` on Linux: 1, 3. */
const nullDevice = 0x103;

/** The bits of the open flags that hold the access mode (`O_ACCMODE`), and its value for both (`O_RDWR`). */
const accessMode = 3;
const readAndWrite = 2;

/**
 * The runtime replaces a closed stream by `/dev/null`, opened for reading and writing, so every write seems to succeed.
 * A shell opens it for writing only. Returns false if the system does not provide this information.
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
