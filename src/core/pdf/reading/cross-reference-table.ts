/** A classic cross-reference table (ISO 32000-2, 7.5.4): `xref`, subsections of 20-byte rows, `trailer`. */

import { PdfError } from '../pdf-error.ts';
import { isDigit } from './character-class.ts';
import type { CrossReferenceEntry, CrossReferenceSection, RowRange } from './cross-reference.ts';
import type { ObjectParser } from './object-parser.ts';

/** `0000000015 00000 n` and two bytes of line end. */
const regularRowLength = 20;
const row = /^(\d{10}) (\d{5}) ([nf])/;

const [space, inUseMark, freeMark] = [0x20, 0x6e, 0x66];

const free: CrossReferenceEntry = { kind: 'free' };

/** Reads on from behind the keyword `xref`; leaves the parser behind `trailer`. Throws `malformed`. */
export function readCrossReferenceTable(bytes: Buffer, parser: ObjectParser): CrossReferenceSection {
  const start = parser.position;
  return readRegular(bytes, parser) ?? readIrregular(bytes, parser, start);
}

/** Rows of exactly 20 bytes, as the format demands, stay where they are; undefined when they are not. */
function readRegular(bytes: Buffer, parser: ObjectParser): CrossReferenceSection | undefined {
  const ranges: RowRange[] = [];
  while (!parser.keyword('trailer')) {
    const firstObject = parser.integer();
    const count = parser.integer();
    if (firstObject < 0 || count < 0) return undefined;
    parser.skipSpace();
    const position = parser.position;
    const end = position + count * regularRowLength;
    // The last row's line end may be shorter at the end of a truncated file; its 18 characters must be there.
    if (count > 0 && !(isRow(bytes, position) && isRow(bytes, end - regularRowLength))) return undefined;
    ranges.push({ firstObject, count, position });
    parser.position = end;
  }
  return { ranges, rowLength: regularRowLength, entryAt: (position) => regularEntry(bytes, position) };
}

function isRow(bytes: Buffer, position: number): boolean {
  return row.test(bytes.toString('latin1', position, position + 18));
}

/** Digit by digit: every object of a file comes through here. */
function regularEntry(bytes: Buffer, position: number): CrossReferenceEntry {
  const offset = digits(bytes, position, 10);
  const generation = digits(bytes, position + 11, 5);
  const type = bytes[position + 17];
  const separated = bytes[position + 10] === space && bytes[position + 16] === space;
  if (offset < 0 || generation < 0 || !separated || (type !== inUseMark && type !== freeMark)) {
    throw new PdfError('malformed', `The cross-reference table has no row at byte ${position}.`);
  }
  return entry(offset, generation, type === inUseMark);
}

/** -1 when something else stands there. */
function digits(bytes: Buffer, position: number, count: number): number {
  let value = 0;
  for (let i = position; i < position + count; i++) {
    const byte = bytes[i];
    if (!isDigit(byte) || byte === undefined) return -1;
    value = value * 10 + byte - 0x30;
  }
  return value;
}

/** Rows with other lengths, which some producers write (a line end of one byte): read one after the other. */
function readIrregular(bytes: Buffer, parser: ObjectParser, start: number): CrossReferenceSection {
  const ranges: RowRange[] = [];
  const entries: CrossReferenceEntry[] = [];
  parser.position = start;
  while (!parser.keyword('trailer')) {
    const firstObject = parser.integer();
    const count = parser.integer();
    if (firstObject < 0 || count < 0)
      throw new PdfError('malformed', 'The cross-reference table is damaged.');
    ranges.push({ firstObject, count, position: entries.length });
    for (let i = 0; i < count; i++) {
      const offset = parser.integer();
      const generation = parser.integer();
      parser.skipSpace();
      const type = bytes[parser.position++];
      if (offset < 0 || generation < 0 || (type !== inUseMark && type !== freeMark)) {
        throw new PdfError('malformed', 'The cross-reference table is damaged.');
      }
      entries.push(entry(offset, generation, type === inUseMark));
    }
  }
  return { ranges, rowLength: 1, entryAt: (position) => entries[position] ?? free };
}

function entry(offset: number, generation: number, inUse: boolean): CrossReferenceEntry {
  // No object can be at the header's place: producers that write this mean a free one.
  return inUse && offset > 0 ? { kind: 'plain', offset, generation } : free;
}
