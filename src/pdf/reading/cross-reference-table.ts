/** A classic cross-reference table (ISO 32000-2, 7.5.4): `xref`, subsections of 20-byte rows, `trailer`. */

import { PdfError } from '../pdf-error.ts';
import { isDigit } from './character-class.ts';
import type { CrossReferenceEntry, CrossReferenceSection, RowRange } from './cross-reference.ts';
import type { ObjectParser } from './object-parser.ts';

/** Bytes of `0000000015 00000 n` and a two-byte line end. */
const regularRowLength = 20;
const row = /^(\d{10}) (\d{5}) ([nf])/;

const [space, inUseMark, freeMark] = [0x20, 0x6e, 0x66];

const free: CrossReferenceEntry = { kind: 'free' };

/** Starts after the keyword `xref` and leaves the parser after `trailer`. Throws `malformed`. */
export function readCrossReferenceTable(bytes: Buffer, parser: ObjectParser): CrossReferenceSection {
  const start = parser.position;
  return readRegular(bytes, parser) ?? readIrregular(bytes, parser, start);
}

/** Indexes rows of exactly 20 bytes, as the format requires, without copying them. Undefined for other rows. */
function readRegular(bytes: Buffer, parser: ObjectParser): CrossReferenceSection | undefined {
  const ranges: RowRange[] = [];
  while (!parser.keyword('trailer')) {
    const firstObject = parser.integer();
    const count = parser.integer();
    if (firstObject < 0 || count < 0) return undefined;
    parser.skipSpace();
    const position = parser.position;
    const end = position + count * regularRowLength;
    // In a truncated file the line end of the last row may be shorter. Its 18 characters must be present.
    if (count > 0 && !(isRow(bytes, position) && isRow(bytes, end - regularRowLength))) return undefined;
    ranges.push({ firstObject, count, position });
    parser.position = end;
  }
  return { ranges, rowLength: regularRowLength, entryAt: (position) => regularEntry(bytes, position) };
}

function isRow(bytes: Buffer, position: number): boolean {
  return row.test(bytes.toString('latin1', position, position + 18));
}

/** Parsed digit by digit, because this runs for every object of a file. */
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

/** Returns -1 if the bytes are not digits. */
function digits(bytes: Buffer, position: number, count: number): number {
  let value = 0;
  for (let i = position; i < position + count; i++) {
    const byte = bytes[i];
    if (!isDigit(byte) || byte === undefined) return -1;
    value = value * 10 + byte - 0x30;
  }
  return value;
}

/** Reads rows of other lengths (some producers write a one-byte line end) one after the other. */
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
  // No object can be at the position of the header. Producers that write this mean a free entry.
  return inUse && offset > 0 ? { kind: 'plain', offset, generation } : free;
}
