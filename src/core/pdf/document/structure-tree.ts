/** The structure tree (tags) of a document (ISO 32000-2, 14.7). */
import { isDict, type PdfDict, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** All structure elements in reading order: an element, then what it holds. Each once, circles or not. */
export function* structureElements(file: PdfReader, root: PdfDict): Generator<PdfDict> {
  const seen = new Set<PdfValue>();
  const waiting: PdfValue[] = [root.get('K') ?? null];
  while (waiting.length > 0) {
    const value = file.resolve(waiting.pop());
    if (Array.isArray(value)) {
      if (seen.has(value)) continue;
      seen.add(value);
      for (const item of value.toReversed()) waiting.push(item);
      // The rest of what elements hold (marked content, annotations) has no structure type.
    } else if (isDict(value) && value.has('S') && !seen.has(value)) {
      seen.add(value);
      yield value;
      waiting.push(value.get('K') ?? null);
    }
  }
}
