/** Values without references, which mean the same in every file. */
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** As many as a list of widths of all glyphs has; a hostile dictionary can name itself again and again. */
const mostValues = 100_000;

/** Of a value as it stands in a file. */
const typicalLength = 4;

/**
 * The dictionary with its references resolved, its keys sorted, some left out, so that equal ones are written
 * alike; undefined when a stream or too much is in it.
 */
export function plainDict(file: PdfReader, dict: PdfDict, without: readonly string[]): PdfDict | undefined {
  let left = mostValues;
  const plain = (value: PdfValue): PdfValue | undefined => {
    file.spend(typicalLength);
    if (--left < 0 || value instanceof PdfStream) return undefined;
    if (value instanceof PdfRef) return plain(file.resolve(value));
    if (Array.isArray(value)) {
      const items: PdfValue[] = [];
      for (const item of value) {
        const inner = plain(item);
        if (inner === undefined) return undefined;
        items.push(inner);
      }
      return items;
    }
    return isDict(value) ? entries(value) : value;
  };
  const entries = (from: PdfDict, leftOut: readonly string[] = []): PdfDict | undefined => {
    const result: PdfDict = new Map();
    for (const [key, value] of [...from].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (leftOut.includes(key)) continue;
      const inner = plain(value);
      if (inner === undefined) return undefined;
      result.set(key, inner);
    }
    return result;
  };
  return entries(dict, without);
}
