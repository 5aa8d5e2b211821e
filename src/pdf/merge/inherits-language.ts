/** Whether an element of the structure relies on the language of what is around it. */
import { isDict, type PdfDict, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Texts that stand in for content. */
const textKeys = ['Alt', 'ActualText', 'E'];

/** Whether any content or text of the element is in no element with a language. Throws `malformed`, `too_large`. */
export function inheritsLanguage(file: PdfReader, element: PdfDict): boolean {
  const seen = new Set<PdfDict>();
  const pending: PdfValue[] = [element];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const kid = file.resolve(value);
    // The number of marked content, or a reference to content (ISO 32000-1, table 323).
    if (typeof kid === 'number' || (isDict(kid) && !kid.has('S'))) return true;
    if (!isDict(kid) || kid.has('Lang') || seen.has(kid)) continue;
    if (textKeys.some((key) => kid.has(key))) return true;
    seen.add(kid);
    const kids = toList(file.get(kid, 'K'));
    // Elements can share a long list.
    file.spend(kids.length);
    for (const each of kids) pending.push(each);
  }
  return false;
}
