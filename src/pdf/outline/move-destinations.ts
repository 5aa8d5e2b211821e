/** Lets named places of a PDF be somewhere else in it, such as those of a table of contents that was printed by itself. */
import { nameTreeEntries } from '../document/name-tree.ts';
import { getPages } from '../document/page-tree.ts';
import { pageView } from '../document/page-view.ts';
import { PdfName, PdfRef } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import type { OutlineEntry } from './write-outline.ts';

/**
 * Links to a name of `places` lead to its place from then on. Names that the PDF does not have are left out. Throws `PdfError`.
 *
 * @example
 * moveDestinations(pdf, new Map([['chapter-1', { page: 4, x: 0, y: 72 }]]));
 */
export function moveDestinations(
  pdf: Uint8Array,
  places: ReadonlyMap<string, OutlineEntry['place']>,
): Uint8Array {
  const file = new PdfReader(pdf);
  const pages = [...getPages(file)];
  const update = new IncrementalUpdate(file);
  for (const [name, value] of nameTreeEntries(file, file.dict(file.catalog, 'Names')?.get('Dests'))) {
    const place = places.get(name);
    const page = pages[place?.page ?? -1];
    if (!place || !page?.ref || !(value instanceof PdfRef)) continue;
    const [left = 0, , , top = 0] = pageView(file, page).box;
    update.replace(value, [page.ref, new PdfName('XYZ'), left + place.x, top - place.y, 0]);
  }
  return update.isEmpty ? pdf : Buffer.concat([pdf, update.bytes(new Map())]);
}
