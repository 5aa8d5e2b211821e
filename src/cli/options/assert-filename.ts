/** Rejects file names from data that leave their folder or that a system reserves. */
import { Failure } from '#contract/errors';
import { deviceName } from '#contract/files/device-name';

/** Bytes: file systems allow 255, and the temporary name is longer than the name itself. */
const maxFilenameBytes = 230;

/** `name` may hold folders; `item` is what it names. Throws `invalid_data`. */
export function assertFilename(name: string, item = 'row'): void {
  const fault =
    name
      .split('/')
      .map(findFault)
      .find((each) => each !== undefined) ?? ofWhole(name);
  if (fault === undefined) return;
  throw new Failure(
    'invalid_data',
    `-o does not give a valid file name for this ${item}: ${JSON.stringify(name)} ${fault}.`,
  );
}

function ofWhole(name: string): string | undefined {
  if (process.platform !== 'win32') return undefined;
  return /[<>:"|?*\\]/.test(name) ? 'contains a character that Windows does not allow' : undefined;
}

function findFault(part: string): string | undefined {
  if (part === '') return 'has an empty part, or is absolute';
  if (part.includes('\0')) return 'contains a NUL character';
  if (/^[. ]+$/.test(part)) return 'leads to another folder';
  if (/^\.[A-Za-z0-9]{1,4}$/.test(part)) return 'is an extension without a name';
  if (deviceName.test(part)) return 'is a device name on Windows';
  if (Buffer.byteLength(part) > maxFilenameBytes) return `is longer than ${maxFilenameBytes} bytes`;
  return undefined;
}
