/** Which forms of a document with tags have tagged content. Chromium makes one for each opacity, mask and blend mode. */
import { isNamed, type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Forms within forms. */
export const maxFormDepth = 50;

/** The forms with tagged content, also in forms that they draw, by name. Throws `malformed`. */
export function findTaggedForms(file: PdfReader, forms: PdfDict, depth = 0): Map<string, PdfValue> {
  const tagged = new Map<string, PdfValue>();
  for (const [name, value] of forms) {
    const form = file.resolve(value);
    if (!(form instanceof PdfStream) || !isNamed(file.get(form.dict, 'Subtype'), 'Form')) continue;
    const resources = file.dict(form.dict, 'Resources');
    const inner = resources && file.dict(resources, 'XObject');
    const isTagged =
      form.dict.has('StructParents') ||
      (inner !== undefined && depth < maxFormDepth && findTaggedForms(file, inner, depth + 1).size > 0);
    if (isTagged) tagged.set(name, value);
  }
  return tagged;
}
