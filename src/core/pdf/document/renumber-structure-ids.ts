/** The names that Chromium gives to table cells, counted anew in reading order. */

import type { PdfReader } from '../reading/reader.ts';
import { renameStructureIds } from './rename-structure-ids.ts';
import { StructureIdNumbers } from './structure-id-numbers.ts';

/** Changes the file's structure elements in memory. Other identifiers stay. Throws `malformed`, `too_large`. */
export function renumberStructureIds(file: PdfReader): void {
  const root = file.dict(file.catalog, 'StructTreeRoot');
  if (root?.has('IDTree')) renameStructureIds(file, root, new StructureIdNumbers().forDocument());
}
