/** Writes a TrueType font program with only the tables that a PDF needs of an embedded font (ISO 32000-2, 9.9). */

import type { FontProgram } from './font-program.ts';
import { paddedToFour, writeTables } from './sfnt.ts';

/** Hinting programs (`cvt`, `fpgm` and `prep`), which are kept unchanged. Other tables are rewritten. */
const keptTables = ['cvt ', 'fpgm', 'prep'];

/** `maxp` holds the maxima over all glyphs of every subset that contributes outlines. */
export function writeFontProgram(font: FontProgram): Buffer {
  const { tables, glyphCount } = font;
  const head = copyTable(tables, 'head');
  const hhea = copyTable(tables, 'hhea');
  const maxp = copyTable(tables, 'maxp');
  head.writeInt16BE(1, 50);
  hhea.writeUInt16BE(glyphCount, 34);
  maxp.writeUInt16BE(glyphCount, 4);
  const written = new Map([['head', head], ['hhea', hhea], ['maxp', maxp], ...glyphTables(font)]);
  for (const name of keptTables) {
    const table = tables.get(name);
    if (table) written.set(name, table);
  }
  return writeTables(written);
}

function copyTable(tables: ReadonlyMap<string, Buffer>, name: string): Buffer<ArrayBuffer> {
  return Buffer.from(tables.get(name) ?? []);
}

/** Most glyphs of a face are in no subset. They have no outline and their metrics are 0. */
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

/** Fills rows of four bytes, from the first up to but not including the end. */
function fill(table: Buffer, first: number, end: number, value: number): void {
  if (end <= first) return;
  const row = Buffer.alloc(4);
  row.writeUInt32BE(value);
  table.fill(row, first * 4, end * 4);
}
