/** The container format of TrueType and OpenType fonts (ISO/IEC 14496-22, 4): tables by four-letter tag. */

const trueTypeVersions = new Set([0x00010000, 0x74727565]);

/** The required checksum of the whole file (table `head`). */
const checksumOfFont = 0xb1b0afba;

/** Returns views of the bytes. Undefined for anything but a single font with TrueType outlines. */
export function readTables(bytes: Buffer): Map<string, Buffer> | undefined {
  if (bytes.length < 12 || !trueTypeVersions.has(bytes.readUInt32BE(0))) return undefined;
  const count = bytes.readUInt16BE(4);
  if (bytes.length < 12 + count * 16) return undefined;
  const tables = new Map<string, Buffer>();
  for (let row = 12; row < 12 + count * 16; row += 16) {
    const start = bytes.readUInt32BE(row + 8);
    const end = start + bytes.readUInt32BE(row + 12);
    if (end > bytes.length) return undefined;
    tables.set(bytes.toString('latin1', row, row + 4), bytes.subarray(start, end));
  }
  return tables;
}

/** Writes the directory, sorted for binary search, then the tables, with new checksums. */
export function writeTables(tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const steps = Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(2 ** steps * 16, 6);
  directory.writeUInt16BE(steps, 8);
  directory.writeUInt16BE((sorted.length - 2 ** steps) * 16, 10);
  const parts: Buffer[] = [directory];
  let position = directory.length;
  let headAt = 0;
  for (const [i, [name, table]] of sorted.entries()) {
    const row = 12 + i * 16;
    const content = name === 'head' ? withoutChecksum(table) : table;
    const padded = paddedToFour(content);
    directory.write(name, row, 'latin1');
    directory.writeUInt32BE(checksum(padded), row + 4);
    directory.writeUInt32BE(position, row + 8);
    directory.writeUInt32BE(content.length, row + 12);
    if (name === 'head') headAt = position;
    parts.push(padded);
    position += padded.length;
  }
  const bytes = Buffer.concat(parts);
  bytes.writeUInt32BE((checksumOfFont - checksum(bytes)) >>> 0, headAt + 8);
  return bytes;
}

function withoutChecksum(head: Buffer): Buffer {
  const copy = Buffer.from(head);
  copy.writeUInt32BE(0, 8);
  return copy;
}

export function paddedToFour(bytes: Buffer): Buffer {
  const missing = -bytes.length & 3;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** Checksum over rows of four bytes. The high bytes are summed separately, so that sums stay small integers. */
function checksum(bytes: Buffer): number {
  let high = 0;
  let low = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    high += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
    low += ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0);
  }
  return ((high % 0x10000) * 0x10000 + low) % 2 ** 32;
}
