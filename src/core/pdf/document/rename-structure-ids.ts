/** The names of structure elements, by which the cells of a table say which cells head them. */

import { isDict, type PdfDict, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { makeNameTree, type NameTreeEntry, nameTreeEntries } from './name-tree.ts';
import { structureElements } from './structure-tree.ts';

/**
 * Gives every name to `rename`, in reading order, and changes the file's structure elements in memory to what it
 * returns; equal names must stay equal. Throws `malformed`, `too_large`.
 */
export function renameStructureIds(file: PdfReader, root: PdfDict, rename: (id: string) => string): void {
  const elements = [...structureElements(file, root)];
  for (const element of elements) {
    const id = file.string(element, 'ID');
    if (id) element.set('ID', new PdfString(rename(id.bytes)));
  }
  // Only when all elements have their new names, so that a header that points forward takes no number.
  const done = new Set<PdfValue>();
  for (const element of elements) renameHeaders(file, element, rename, done);
  if (!root.has('IDTree')) return;
  const entries = [...nameTreeEntries(file, root.get('IDTree'))];
  root.set('IDTree', makeNameTree(entries.map(([id, value]): NameTreeEntry => [rename(id), value])));
}

/**
 * A cell's `/Headers`, in its attributes (one dictionary or several), name the cells that head it. `done` holds
 * the lists that are new already: cells can share their attributes, and old and new names look alike.
 */
function renameHeaders(
  file: PdfReader,
  element: PdfDict,
  rename: (id: string) => string,
  done: Set<PdfValue>,
): void {
  const attributes = file.get(element, 'A');
  for (const item of Array.isArray(attributes) ? attributes : [attributes]) {
    const attribute = file.resolve(item);
    const headers = isDict(attribute) ? file.array(attribute, 'Headers') : undefined;
    if (!isDict(attribute) || !headers || done.has(headers)) continue;
    const list = headers.map((header): PdfValue => {
      const id = file.resolve(header);
      return id instanceof PdfString ? new PdfString(rename(id.bytes)) : header;
    });
    done.add(list);
    attribute.set('Headers', list);
  }
}
