/** Where the parts of a document begin, by its outline. */

import { nameTreeEntries } from '../document/name-tree.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../object.ts';
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
  const old = file.dict(file.catalog, 'Dests');
  let named: Map<string, PdfValue> | undefined;
  const byName = (name: string): PdfValue => {
    named ??= new Map(nameTreeEntries(file, file.dict(file.catalog, 'Names')?.get('Dests')));
    return named.get(name) ?? null;
  };
  const pageOf = (value: PdfValue | undefined, mayBeNamed: boolean): number | undefined => {
    const target = file.resolve(value);
    if (mayBeNamed && target instanceof PdfName) return pageOf(old?.get(target.value), false);
    if (mayBeNamed && target instanceof PdfString) return pageOf(byName(target.bytes), false);
    const list = isDict(target) ? file.get(target, 'D') : target;
    const page = Array.isArray(list) ? list[0] : undefined;
    // Some producers write the number of the page.
    if (typeof page === 'number') return page >= 0 && page < places.size ? page : undefined;
    return page instanceof PdfRef ? places.get(page) : undefined;
  };
  return (entry) => {
    const own = pageOf(entry.get('Dest'), true);
    if (own !== undefined) return own;
    const action = file.dict(entry, 'A');
    return action && isNamed(file.get(action, 'S'), 'GoTo') ? pageOf(action.get('D'), true) : undefined;
  };
}
