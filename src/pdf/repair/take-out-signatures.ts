/** Removes signatures and the entries that mark a file as signed. Fields and their appearances stay. */
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Changes the file in memory and returns whether it was signed. Throws `malformed`, `too_large`. */
export function takeOutSignatures(file: PdfReader): boolean {
  const { catalog } = file;
  let signed = false;
  for (const key of ['Perms', 'DSS']) if (catalog.delete(key)) signed = true;
  for (const field of getFields(file)) {
    if (isNamed(file.get(field, 'FT'), 'Sig') && field.delete('V')) signed = true;
  }
  if (signed) file.dict(catalog, 'AcroForm')?.set('SigFlags', 0);
  return signed;
}

/** Yields every field once: those of the form and their descendants, and those listed only on a page. */
function* getFields(file: PdfReader): Generator<PdfDict> {
  const form = file.dict(file.catalog, 'AcroForm');
  const waiting: PdfValue[] = [...((form && file.array(form, 'Fields')) ?? [])];
  const seen = new Set<PdfValue>();
  for (const { dict } of getPages(file)) {
    const annotations = file.array(dict, 'Annots') ?? [];
    // The pages of a hostile file can share one long list.
    if (seen.has(annotations)) continue;
    seen.add(annotations);
    for (const item of annotations) waiting.push(item);
  }
  while (waiting.length > 0) {
    const field = file.resolve(waiting.pop());
    if (!isDict(field) || seen.has(field)) continue;
    seen.add(field);
    yield field;
    for (const kid of file.array(field, 'Kids') ?? []) waiting.push(kid);
  }
}
