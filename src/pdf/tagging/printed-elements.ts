/** The structure elements of a type, in a PDF as Chromium writes it: every object on its own, in plain text. */
import { isDict, type PdfDict, PdfRef, type PdfValue, toList } from '../object.ts';
import { objectNumberBefore } from '../printed-edits.ts';
import type { PdfReader } from '../reading/reader.ts';

const beforeType = ' 0 obj\n<</Type /StructElem\n';

export interface Element {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

/** Yields them in the order in which Chromium writes them, which is that of the document. Throws `malformed`. */
export function* findPrintedElements(file: PdfReader, type: string): Generator<Element> {
  const { bytes } = file;
  const key = Buffer.from(`${beforeType}/S /${type}\n`, 'latin1');
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + key.length)) {
    const ref = file.ref(objectNumberBefore(bytes, at) ?? 0, 0);
    const dict = file.resolve(ref);
    if (isDict(dict) && dict.get('P') instanceof PdfRef) yield { ref, dict };
  }
}

/** The kids of an element that are elements themselves. */
export function kidElements(file: PdfReader, element: PdfDict): Element[] {
  const kids: Element[] = [];
  for (const ref of toList(element.get('K'))) {
    const dict = ref instanceof PdfRef ? file.resolve(ref) : null;
    if (ref instanceof PdfRef && isDict(dict) && dict.has('S')) kids.push({ ref, dict });
  }
  return kids;
}

/** The annotations that an element refers to. */
export function annotationsOf(file: PdfReader, element: PdfDict): Element[] {
  const found: Element[] = [];
  for (const kid of toList(element.get('K'))) {
    const object: PdfValue = isDict(kid) ? (kid.get('Obj') ?? null) : null;
    const dict = file.resolve(object);
    if (object instanceof PdfRef && isDict(dict)) found.push({ ref: object, dict });
  }
  return found;
}
