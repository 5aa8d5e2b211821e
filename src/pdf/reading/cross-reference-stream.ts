/** A cross-reference stream (ISO 32000-2, 7.5.8): rows of three big-endian numbers, `/W` bytes wide. */

import type { PdfDict, PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { CrossReferenceEntry, CrossReferenceSection, RowRange } from './cross-reference.ts';

const free: CrossReferenceEntry = { kind: 'free' };

/** `data` is the decoded stream. Throws `malformed`. */
export function readCrossReferenceStream(dict: PdfDict, data: Uint8Array): CrossReferenceSection {
  const widths = dict.get('W');
  const [type = 0, second = 0, third = 0] = Array.isArray(widths) ? widths.map(width) : [];
  const rowLength = type + second + third;
  if (rowLength === 0) throw new PdfError('malformed', 'A cross-reference stream has no row length.');
  const number = (position: number, length: number) => {
    let value = 0;
    for (let i = position; i < position + length; i++) value = value * 256 + (data[i] ?? 0);
    return value;
  };
  return {
    ranges: readRanges(dict, rowLength, data.length),
    rowLength,
    entryAt(position) {
      const kind = type === 0 ? 1 : number(position, type);
      const value = number(position + type, second);
      const last = number(position + type + second, third);
      if (kind === 1) return { kind: 'plain', offset: value, generation: last };
      if (kind === 2) return { kind: 'packed', stream: value, index: last };
      return kind === 0 ? free : { kind: 'free', unknownType: kind };
    },
  };
}

function width(value: PdfValue): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 8) return value;
  throw new PdfError('malformed', 'A cross-reference stream has impossible column widths.');
}

/** `/Index` holds pairs of first number and count. Only rows that are present count. */
function readRanges(dict: PdfDict, rowLength: number, dataLength: number): RowRange[] {
  const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
  const numbers = Array.isArray(index) ? index : [];
  const ranges: RowRange[] = [];
  let position = 0;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const firstObject = numbers[i];
    const count = numbers[i + 1];
    if (!isCount(firstObject) || !isCount(count)) {
      throw new PdfError('malformed', 'A cross-reference stream has an impossible index.');
    }
    const rowsLeft = Math.floor((dataLength - position) / rowLength);
    ranges.push({ firstObject, count: Math.min(count, rowsLeft), position });
    position += Math.min(count, rowsLeft) * rowLength;
  }
  return ranges;
}

function isCount(value: PdfValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
