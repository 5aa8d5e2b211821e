/**
 * Writes a ZIP piece by piece. Files are stored as they are, since a PDF is compressed already. Beyond 65,535 files or
 * 4 GiB, it has the fields of Zip64 (APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3).
 */
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Less than 4 GiB. */
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

interface WrittenEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
  readonly time: number;
  readonly date: number;
}

const [max16, max32] = [0xffff, 0xffffffff] as const;
/** Version 4.5 of the format has Zip64; 2.0 is enough for anything else here. */
const [plainVersion, zip64Version] = [20, 45] as const;
/** Bit 11 of the flags: names are UTF-8. */
const utf8Names = 0x0800;

/**
 * Yields the bytes of the archive. `startOffset` is for tests of archives beyond 4 GiB: the bytes that precede it.
 *
 * @example
 * await pipeline(Readable.from(writeZip(entries)), createWriteStream('all.zip'));
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  { startOffset = 0 }: { readonly startOffset?: number } = {},
): AsyncGenerator<Uint8Array, void> {
  const written: WrittenEntry[] = [];
  let offset = startOffset;
  for await (const { name, bytes, modified } of entries) {
    const entry = {
      name: Buffer.from(name),
      crc: crc32(bytes),
      size: bytes.length,
      offset,
      ...dosTime(modified),
    };
    const header = localHeader(entry);
    yield header;
    if (bytes.length > 0) yield bytes;
    written.push(entry);
    offset += header.length + bytes.length;
  }
  const start = offset;
  for (const entry of written) {
    const header = centralHeader(entry);
    yield header;
    offset += header.length;
  }
  yield endOfArchive(written.length, start, offset);
}

function localHeader({ name, crc, size, time, date }: WrittenEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(plainVersion, 4);
  header.writeUInt16LE(utf8Names, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, crc, size, offset, time, date }: WrittenEntry): Buffer {
  const isFar = offset >= max32;
  const header = Buffer.alloc(46);
  const version = isFar ? zip64Version : plainVersion;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(utf8Names, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(isFar ? 12 : 0, 30);
  header.writeUInt32LE(isFar ? max32 : offset, 42);
  if (!isFar) return Buffer.concat([header, name]);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return Buffer.concat([header, name, extra]);
}

function endOfArchive(count: number, start: number, end: number): Buffer {
  const size = end - start;
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(Math.min(count, max16), 8);
  record.writeUInt16LE(Math.min(count, max16), 10);
  record.writeUInt32LE(Math.min(size, max32), 12);
  record.writeUInt32LE(Math.min(start, max32), 16);
  if (count < max16 && start < max32 && size < max32) return record;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(zip64Version, 12);
  large.writeUInt16LE(zip64Version, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(end), 64);
  large.writeUInt32LE(1, 72);
  return Buffer.concat([large, record]);
}

/** The format of MS-DOS: from 1980, in steps of two seconds. UTC, since a ZIP names no time zone. */
function dosTime(date: Date): { readonly time: number; readonly date: number } {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const year = Math.min(Math.max(date.getUTCFullYear() - 1980, 0), 127);
  return { time, date: (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate() };
}
