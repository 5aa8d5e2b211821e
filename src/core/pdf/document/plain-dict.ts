/** Values without references, which mean the same in every file. */
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** As many as a list of widths of all glyphs has; a hostile dictionary can name itself again and again. */
const mostValues = 100_000;

/** Font descriptors need 3; a dictionary may hold itself. */
const deepestLevel = 30;

/** Of a value as it stands in a file. */
const typicalLength = 4;

/**
 * The dictionary with its references resolved, its keys sorted, some left out, so that equal ones are written
 * alike; undefined when a stream or too much is in it.
 */
export function plainDict(file: PdfReader, dict: PdfDict, without: readonly string[]): PdfDict | undefined {
  let left = mostValues;
  const plain = (value: PdfValue, level: number): PdfValue | undefined => {
    file.spend(typicalLength);
    if (--left < 0 || level > deepestLevel || value instanceof PdfStream) return undefined;
    if (value instanceof PdfRef) return plain(file.resolve(value), level + 1);
    if (Array.isArray(value)) {
      const items: PdfValue[] = [];
      for (const item of value) {
        const inner = plain(item, level + 1);
        if (inner === undefined) return undefined;
        items.push(inner);
      }
      return items;
    }
    return isDict(value) ? entries(value, [], level + 1) : value;
  };
  const entries = (from: PdfDict, leftOut: readonly string[], level: number): PdfDict | undefined => {
    const result: PdfDict = new Map();
    for (const [key, value] of [...from].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (leftOut.includes(key)) continue;
      const inner = plain(value, level);
      if (inner === undefined) return undefined;
      result.set(key, inner);
    }
    return result;
  };
  return entries(dict, without, 0);
}
