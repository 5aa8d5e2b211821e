/** Attributes of structure elements (ISO 32000-1, 14.7.5). */
import { isDict, type PdfDict, PdfString, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Returns the attribute objects of an element, without the revision numbers between them. Throws `too_large`. */
export function elementAttributes(file: PdfReader, element: PdfDict): PdfDict[] {
  const items = toList(file.get(element, 'A'));
  // The elements of a hostile file can share one long list.
  file.spend(items.length);
  return items.map((item) => file.resolve(item)).filter((item) => isDict(item));
}

/**
 * Removes header cells that a cell names, in place. `isKept` is asked with the ID of each one; undefined if that is not
 * text. Returns whether one was removed. Throws `too_large`.
 */
export function filterHeaders(
  file: PdfReader,
  cell: PdfDict,
  isKept: (id: string | undefined) => boolean,
): boolean {
  let isChanged = false;
  for (const attributes of elementAttributes(file, cell)) {
    const headers = file.array(attributes, 'Headers');
    if (!headers) continue;
    file.spend(headers.length);
    const kept = headers.filter((item) => {
      const id = file.resolve(item);
      return isKept(id instanceof PdfString ? id.bytes : undefined);
    });
    if (kept.length === headers.length) continue;
    isChanged = true;
    if (kept.length > 0) attributes.set('Headers', kept);
    else attributes.delete('Headers');
  }
  return isChanged;
}
