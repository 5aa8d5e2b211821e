/** A TrueType font program with only the tables that a PDF needs of an embedded font (ISO 32000-2, 9.9). */
import type { FontProgram } from './font-program.ts';

/** Written anew; `cvt`, `fpgm` and `prep`, the programs of the hints, are kept as they are. */
const keptTables = ['cvt ', 'fpgm', 'prep'];

/** What the sum of the whole file must be (ISO/IEC 14496-22, table `head`). */
const checksumOfFont = 0xb1b0afba;

/** `maxp` holds the largest values over all glyphs: those of every subset that the outlines come from. */
export function writeFontProgram(font: FontProgram): Buffer {
  const { tables, glyphCount } = font;
  const head = copyOf(tables, 'head');
  const hhea = copyOf(tables, 'hhea');
  const maxp = copyOf(tables, 'maxp');
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  hhea.writeUInt16BE(glyphCount, 34);
  maxp.writeUInt16BE(glyphCount, 4);
  const written = new Map([['head', head], ['hhea', hhea], ['maxp', maxp], ...glyphTables(font)]);
  for (const name of keptTables) {
    const table = tables.get(name);
    if (table) written.set(name, table);
  }
  return assemble([...written].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function copyOf(tables: ReadonlyMap<string, Buffer>, name: string): Buffer<ArrayBuffer> {
  return Buffer.from(tables.get(name) ?? []);
}

/** Most glyphs of a face are in no subset: they end where the one before them ends, and their metrics are 0. */
function glyphTables({ glyphCount, outlines, metrics }: FontProgram): [string, Buffer][] {
  const loca = Buffer.alloc((glyphCount + 1) * 4);
  const hmtx = Buffer.alloc(glyphCount * 4);
  const bodies: Buffer[] = [];
  let position = 0;
  let filled = 0;
  for (const [glyph, outline] of [...outlines].sort(([a], [b]) => a - b)) {
    fill(loca, filled, glyph + 1, position);
    filled = glyph + 1;
    const padded = paddedToFour(outline);
    bodies.push(padded);
    position += padded.length;
  }
  fill(loca, filled, glyphCount + 1, position);
  for (const [glyph, { advance, bearing }] of metrics) {
    hmtx.writeUInt16BE(advance, glyph * 4);
    hmtx.writeInt16BE(bearing, glyph * 4 + 2);
  }
  return [
    ['hmtx', hmtx],
    ['loca', loca],
    ['glyf', Buffer.concat(bodies)],
  ];
}

/** Rows of four bytes, from the first up to the last, which is not among them. */
function fill(table: Buffer, first: number, end: number, value: number): void {
  if (end <= first) return;
  const row = Buffer.alloc(4);
  row.writeUInt32BE(value);
  table.fill(row, first * 4, end * 4);
}

/** The directory, which readers search by halves, then the tables. */
function assemble(tables: readonly [string, Buffer][]): Buffer {
  const steps = Math.floor(Math.log2(tables.length));
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** steps * 16, 6);
  directory.writeUInt16BE(steps, 8);
  directory.writeUInt16BE((tables.length - 2 ** steps) * 16, 10);
  const parts: Buffer[] = [directory];
  let position = directory.length;
  let headAt = 0;
  for (const [i, [name, table]] of tables.entries()) {
    const row = 12 + i * 16;
    const padded = paddedToFour(table);
    directory.write(name, row, 'latin1');
    directory.writeUInt32BE(checksum(padded), row + 4);
    directory.writeUInt32BE(position, row + 8);
    directory.writeUInt32BE(table.length, row + 12);
    if (name === 'head') headAt = position;
    parts.push(padded);
    position += padded.length;
  }
  const bytes = Buffer.concat(parts);
  bytes.writeUInt32BE((checksumOfFont - checksum(bytes)) >>> 0, headAt + 8);
  return bytes;
}

function paddedToFour(bytes: Buffer): Buffer {
  const missing = -bytes.length & 3;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** Of whole rows of four bytes. The high bytes are added up on their own: sums stay small integers. */
function checksum(bytes: Buffer): number {
  let high = 0;
  let low = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    high += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
    low += ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0);
  }
  return ((high % 0x10000) * 0x10000 + low) % 2 ** 32;
}
