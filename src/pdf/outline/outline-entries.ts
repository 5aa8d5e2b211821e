/** The entries of an outline (bookmarks, ISO 32000-2, 12.3.3). */
import { isDict, type PdfDict } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

interface OutlineEntryAt {
  readonly entry: PdfDict;
  /** 1 for the entries at the top. */
  readonly depth: number;
}

/**
 * Yields the entries down to a level, by default all, in the order in which a viewer shows them. Each is yielded once,
 * even if a damaged file links in cycles.
 */
export function* outlineEntries(
  file: PdfReader,
  maxDepth = Number.POSITIVE_INFINITY,
): Generator<OutlineEntryAt> {
  const outline = file.dict(file.catalog, 'Outlines');
  const seen = new Set<PdfDict>();
  const waiting = [{ entry: outline && file.get(outline, 'First'), depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, depth } = next;
    if (!isDict(entry) || seen.has(entry)) continue;
    seen.add(entry);
    yield { entry, depth };
    // The entries below one come before its next sibling.
    waiting.push({ entry: file.get(entry, 'Next'), depth });
    if (depth < maxDepth) waiting.push({ entry: file.get(entry, 'First'), depth: depth + 1 });
  }
}
