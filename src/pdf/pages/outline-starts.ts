/** Where the parts of a document begin, by its outline. */

import { NamedDestinations } from '../document/named-destinations.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import { outlineEntries } from '../outline/outline-entries.ts';
import { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';

export interface OutlineStart {
  /** The index of a page. */
  readonly page: number;
  readonly title: string;
}

/** More entries than any outline has. */
const maxEntries = 100_000;

/**
 * Returns the pages to which entries down to this level lead, from 1 on, in the order of the pages. Of several on one page
 * the first counts. Throws `PdfError`.
 */
export function readOutlineStarts(pdf: Uint8Array, level: number): readonly OutlineStart[] {
  const file = new PdfReader(pdf);
  const places = new Map<PdfRef, number>();
  for (const [index, { ref }] of [...getPages(file)].entries())
    if (ref && !places.has(ref)) places.set(ref, index);
  const findPage = targets(file, places);
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

/** Returns a function that finds the page to which an entry leads. */
function targets(
  file: PdfReader,
  places: ReadonlyMap<PdfRef, number>,
): (entry: PdfDict) => number | undefined {
  const destinations = new NamedDestinations(file);
  const pageOf = (value: PdfValue | undefined): number | undefined => {
    const target = destinations.resolve(file.resolve(value));
    const list = isDict(target) ? file.get(target, 'D') : target;
    const page = Array.isArray(list) ? list[0] : undefined;
    // Some producers write the number of the page.
    if (typeof page === 'number') return page >= 0 && page < places.size ? page : undefined;
    return page instanceof PdfRef ? places.get(page) : undefined;
  };
  return (entry) => {
    const own = pageOf(entry.get('Dest'));
    if (own !== undefined) return own;
    const action = file.dict(entry, 'A');
    return action && isNamed(file.get(action, 'S'), 'GoTo') ? pageOf(action.get('D')) : undefined;
  };
}
