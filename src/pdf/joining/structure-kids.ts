/** Lists the kids of an element of the structure tree. */
import { isDict, type PdfDict, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Elements and content, in their order. */
export function kidsOf(file: PdfReader, element: PdfDict): PdfValue[] {
  const kids = element.get('K') ?? null;
  const list = file.resolve(kids);
  return Array.isArray(list) ? list : toList(kids);
}

export const elementsOf = (file: PdfReader, element: PdfDict): PdfRef[] =>
  kidsOf(file, element).filter((kid) => isElement(file, kid));

/** Whether a kid of an element is one itself, and not content. */
export function isElement(file: PdfReader, kid: PdfValue): kid is PdfRef {
  const dict = kid instanceof PdfRef ? file.resolve(kid) : null;
  return isDict(dict) && dict.has('S');
}
