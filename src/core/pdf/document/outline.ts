/** The outline (bookmarks) of a document (ISO 32000-2, 12.3.3). */
import { isDict, type PdfDict, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Counts the entries on all levels. Every entry counts once, even if a damaged file links in cycles. */
export function countOutlineEntries(file: PdfReader): number {
  const root = file.dict(file.catalog, 'Outlines');
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [root?.get('First') ?? null];
  while (waiting.length > 0) {
    const entry = file.resolve(waiting.pop());
    if (!isDict(entry) || seen.has(entry)) continue;
    seen.add(entry);
    waiting.push(entry.get('Next') ?? null, entry.get('First') ?? null);
  }
  return seen.size;
}
