/** Other texts in a PDF as Chromium writes it: every object on its own, in plain text, with a cross-reference table. */
import { startTimeSlices } from '#runtime/time-slices';
import { PdfError } from './pdf-error.ts';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it takes out whole objects, whose numbers are free then. */
  readonly isObject?: boolean;
}

const longestNumber = 10;

/** Returns the number of the object whose ` 0 obj` begins at `at`, or undefined if no number is in front of it. */
export function objectNumberBefore(pdf: Buffer, at: number): number | undefined {
  let start = at;
  while (start > 0 && at - start < longestNumber && isDigit(pdf[start - 1])) start--;
  return start === at ? undefined : Number(pdf.toString('latin1', start, at));
}

const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;

/**
 * Edits in the order of their places, each within one object or of whole ones. Changes the bytes where the new texts fit in, and else
 * returns new ones. Throws `unsupported` where the PDF has no cross-reference table and a text is longer than the one
 * before.
 */
export async function applyEdits(
  pdf: Buffer,
  edits: readonly Edit[],
  slice: () => Promise<void> | undefined = startTimeSlices(),
): Promise<Buffer> {
  if (edits.every(({ start, end, text, isObject }) => !isObject && text.length <= end - start)) {
    for (const { start, end, text } of edits) pdf.write(text.padEnd(end - start), start, 'latin1');
    return pdf;
  }
  return await insert(pdf, edits, slice);
}

/** `nnnnnnnnnn ggggg n`, and the end of the line. */
const entryLength = 20;
/** The entry of a removed object: it ends the list of free ones, and its number is not used again. */
const freeEntry = '0000000000 65535 f';

async function insert(
  pdf: Buffer,
  edits: readonly Edit[],
  slice: () => Promise<void> | undefined,
): Promise<Buffer> {
  const tail = pdf.toString('latin1', pdf.length - 64);
  const [, place = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail) ?? [];
  const table = Number(place);
  const header = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', table, table + 32));
  if (place === '' || !header) throw new PdfError('unsupported', 'The PDF has no cross-reference table.');
  const entries = table + header[0].length;
  const parts: Buffer[] = [];
  const starts: number[] = [];
  /** By how much everything moves that is behind the edit with the same index. */
  const moves: number[] = [];
  /** For each edit, the end of the objects that it takes out, or 0. */
  const objectEnds: number[] = [];
  let copied = 0;
  let moved = 0;
  for (const { start, end, text, isObject } of edits) {
    parts.push(pdf.subarray(copied, start), Buffer.from(text, 'latin1'));
    copied = end;
    moved += text.length - (end - start);
    starts.push(start);
    moves.push(moved);
    objectEnds.push(isObject ? end : 0);
  }
  parts.push(pdf.subarray(copied, table));
  const movedTable = Buffer.from(pdf.subarray(table, pdf.length));
  const count = Number(header[1]);
  for (let i = 1; i < count; i++) {
    await slice();
    const at = entries - table + i * entryLength;
    if (movedTable[at + 17] !== 0x6e) continue;
    const offset = Number(movedTable.toString('latin1', at, at + 10));
    const last = lastEdit(offset);
    if (offset < (objectEnds[last] ?? 0)) movedTable.write(freeEntry, at, 'latin1');
    else movedTable.write(String(offset + (moves[last] ?? 0)).padStart(10, '0'), at, 'latin1');
  }
  const end = movedTable.lastIndexOf('startxref');
  const last = Buffer.from(`startxref\n${table + moved}\n%%EOF`, 'latin1');
  return Buffer.concat([...parts, movedTable.subarray(0, end), last]);

  /** The last edit that begins at an offset or in front of it; -1 if there is none. */
  function lastEdit(offset: number): number {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
