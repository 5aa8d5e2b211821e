/** Form fields: those whose places on the page are all left out disappear. */
import { isDict, PdfRef, type PdfValue } from '../object.ts';
import type { KeptPages } from './keep-pages.ts';

/** Deeper fields are left as they are. Real forms have 5 levels. */
const maxDepth = 50;

export function keepFields({ file }: KeptPages): void {
  const form = file.dict(file.catalog, 'AcroForm');
  const fields = form && file.array(form, 'Fields');
  if (!fields) return;
  const results = new Map<PdfValue, boolean>();
  const left = fields.filter((field) => stays(field, 0));
  form.set('Fields', left);
  const calculated = file.array(form, 'CO');
  if (calculated) form.set('CO', calculated.filter(isThere));
  if (fields.length > 0 && left.length === 0) file.catalog.delete('AcroForm');

  /** Also takes away the parts of the field that are gone. */
  function stays(item: PdfValue, depth: number): boolean {
    const field = file.resolve(item);
    if (!isDict(field)) return false;
    const known = results.get(field);
    if (known !== undefined) return known;
    results.set(field, true);
    const kids = file.array(field, 'Kids') ?? [];
    // The fields of a hostile file can share one long list.
    file.spend(kids.length);
    if (kids.length === 0 || depth > maxDepth) return true;
    const kept = kids.filter((kid) => stays(kid, depth + 1));
    field.set('Kids', kept);
    results.set(field, kept.length > 0);
    return kept.length > 0;
  }

  /** A field that is left out was removed with its annotation, or lost all of its parts. */
  function isThere(item: PdfValue): boolean {
    const field = file.resolve(item);
    return item instanceof PdfRef && isDict(field) && results.get(field) !== false;
  }
}
