/** Makes the form of a file lead to the fields that only pages have, so that every viewer finds them. */
import { isDict, type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { formFields } from './form-fields.ts';

/** Changes the file in memory, and returns whether there were such fields. Throws `malformed`, `too_large`. */
export function listUnlistedFields(file: PdfReader): boolean {
  const found = new Map<PdfRef | undefined, Set<PdfRef>>();
  for (const { unlisted } of formFields(file)) {
    if (!unlisted) continue;
    const refs = found.get(unlisted.parent) ?? new Set();
    found.set(unlisted.parent, refs.add(unlisted.ref));
  }
  for (const [parent, refs] of found) {
    const above = file.resolve(parent);
    const list = isDict(above) ? above : formOf(file);
    const key = isDict(above) ? 'Kids' : 'Fields';
    list.set(key, [...(file.array(list, key) ?? []), ...refs]);
  }
  return found.size > 0;
}

/** The form of the file, or a new one, with the default appearance that viewers use too. */
function formOf(file: PdfReader): PdfDict {
  const known = file.dict(file.catalog, 'AcroForm');
  if (known) return known;
  const font = new Map([
    ['Type', new PdfName('Font')],
    ['Subtype', new PdfName('Type1')],
    ['BaseFont', new PdfName('Helvetica')],
    ['Encoding', new PdfName('WinAnsiEncoding')],
  ]);
  const form: PdfDict = new Map<string, PdfValue>([
    ['DA', new PdfString('/Helv 0 Tf 0 g')],
    ['DR', new Map([['Font', new Map([['Helv', file.add(font)]])]])],
  ]);
  file.catalog.set('AcroForm', form);
  return form;
}
