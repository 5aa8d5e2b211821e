/** An indirect object: `12 0 obj … endobj`, with the bytes of a stream (ISO 32000-2, 7.3.8, 7.3.10). */

import { isDict, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { isWhiteSpace } from './character-class.ts';
import { isWordAt } from './is-word-at.ts';
import type { ObjectParser } from './object-parser.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { streamStart } from './stream-start.ts';

export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** `resolve` looks up a stream's length, which may be an indirect object. Throws `malformed`. */
export function readIndirectObject(
  bytes: Buffer,
  parser: ObjectParser,
  resolve: (value: PdfValue | undefined) => PdfValue,
  budget: ReadingBudget,
): IndirectObject {
  const start = parser.position;
  const number = parser.integer();
  const generation = parser.integer();
  if (number < 0 || generation < 0 || !parser.keyword('obj')) {
    throw new PdfError('malformed', `There is no object at byte ${start}.`);
  }
  // An object without a value is null. Some producers delete objects this way.
  const value = parser.keyword('endobj') ? null : parser.value();
  budget.scanned(parser.position - start);
  if (!isDict(value) || !parser.keyword('stream')) return { number, generation, value };
  const dataStart = streamStart(bytes, parser.position);
  const dataEnd = streamEnd(bytes, dataStart, resolve(value.get('Length')), budget, parser.forgiving);
  parser.position = dataEnd;
  return { number, generation, value: new PdfStream(value, bytes.subarray(dataStart, dataEnd)) };
}

/**
 * The end given by `/Length`, if `endstream` follows it. Otherwise the position of the next `endstream` or of its
 * substitute.
 */
function streamEnd(
  bytes: Buffer,
  start: number,
  length: PdfValue,
  budget: ReadingBudget,
  forgiving: boolean,
): number {
  if (typeof length === 'number' && Number.isInteger(length) && length >= 0) {
    let end = start + length;
    for (let spaces = 0; spaces < 3 && isWhiteSpace(bytes[end]); spaces++) end++;
    if (isWordAt(bytes, end, 'endstream')) return start + length;
  }
  let end = bytes.indexOf('endstream', start, 'latin1');
  if (end < 0 && forgiving) end = bytes.indexOf('endobj', start, 'latin1');
  budget.scanned((end < 0 ? bytes.length : end) - start);
  if (end < 0) throw new PdfError('malformed', 'A stream has no end.');
  if (end > start && bytes[end - 1] === lineFeed) end--;
  if (end > start && bytes[end - 1] === carriageReturn) end--;
  return end;
}
