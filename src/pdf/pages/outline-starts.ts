/** Where the parts of a document begin, by its outline. */

import { entryTargets, maxEntries, outlineEntries } from '../outline/outline-entries.ts';
import { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';

export interface OutlineStart {
  /** The index of a page. */
  readonly page: number;
  readonly title: string;
}

/**
 * Returns the pages to which entries down to this level lead, from 1 on, in the order of the pages. Of several on one page
 * the first counts. Throws `PdfError`.
 */
export function readOutlineStarts(pdf: Uint8Array, level: number): readonly OutlineStart[] {
  const file = new PdfReader(pdf);
  const findPage = entryTargets(file);
  const starts = new Map<number, string>();
  let entries = 0;
  for (const { entry } of outlineEntries(file, level)) {
    if (++entries > maxEntries) break;
    const title = file.string(entry, 'Title');
    const page = findPage(entry);
    if (page === undefined || starts.has(page)) continue;
    starts.set(page, title ? decodeTextString(title).trim() : '');
  }
  return [...starts].map(([page, title]) => ({ page, title })).sort((a, b) => a.page - b.page);
}
