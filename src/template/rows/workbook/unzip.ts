/** Reads files out of a ZIP file in memory: as much of the format as workbooks use. */
import { inflateRawSync } from 'node:zlib';

/** Something about the file that is not as it should be, as a sentence. */
export class WorkbookFault extends Error {}

/** Bytes of all files together that are unpacked from one ZIP file: a small file could hold any number of zeros. */
const maxBytes = 256 * 1024 * 1024;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerLength = 30;

/** Returns a function that gives the text of a file, or undefined if there is none. Both throw a `WorkbookFault`. */
export function openZip(zip: Buffer): (name: string) => string | undefined {
  const entries = new Map<string, { readonly at: number; readonly size: number; readonly method: number }>();
  const damaged = () => new WorkbookFault('It is damaged, or no workbook.');
  let left = maxBytes;
  try {
    // Before the end there may be a comment of 64 KB.
    let end = zip.length - 22;
    while (end >= Math.max(0, zip.length - 65_557) && zip.readUInt32LE(end) !== endSignature) end--;
    if (zip.readUInt32LE(end) !== endSignature) throw damaged();
    let at = zip.readUInt32LE(end + 16);
    for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
      if (zip.readUInt32LE(at) !== entrySignature) throw damaged();
      const nameLength = zip.readUInt16LE(at + 28);
      if ((zip.readUInt16LE(at + 8) & 1) !== 0) throw new WorkbookFault('It is encrypted.');
      entries.set(zip.toString('utf8', at + 46, at + 46 + nameLength), {
        at: zip.readUInt32LE(at + 42),
        size: zip.readUInt32LE(at + 20),
        method: zip.readUInt16LE(at + 10),
      });
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  return (name) => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    try {
      const start =
        entry.at + headerLength + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
      const packed = zip.subarray(start, start + entry.size);
      const bytes =
        entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
      left -= bytes.length;
      return bytes.toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw damaged();
      throw new WorkbookFault(`Unpacked, it has more than ${maxBytes / 1024 / 1024} MB.`);
    }
  };
}
