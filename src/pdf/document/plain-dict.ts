/** Values without references, which mean the same in every file. */
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Enough for a list of the widths of all glyphs. A hostile dictionary can contain itself repeatedly. */
const maxValues = 100_000;

/** Font descriptors need 3 levels. A dictionary may contain itself. */
const maxDepth = 30;

/** Bytes of a value in the file, on average. */
const typicalLength = 4;

/**
 * Resolves the references of a dictionary, sorts its keys and omits some, so that equal dictionaries serialize alike.
 * Undefined if it contains a stream or too many values.
 */
export function plainDict(file: PdfReader, dict: PdfDict, without: readonly string[]): PdfDict | undefined {
  let left = maxValues;
  const plain = (value: PdfValue, level: number): PdfValue | undefined => {
    file.spend(typicalLength);
    if (--left < 0 || level > maxDepth || value instanceof PdfStream) return undefined;
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
