/**
 * Divides list items into label and body. Chromium writes both directly into the item, which may contain only these two
 * (ISO 32000-1, table 336).
 */
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { findPrintedElements, kidElements } from './printed-elements.ts';

/**
 * The old item becomes the body of a new one, because the parent tree refers to it for content that is directly in the
 * item. Throws `malformed`.
 */
export function divideListItems(file: PdfReader, update: IncrementalUpdate): void {
  const items = new Map<PdfValue, PdfRef>();
  const lists = new Set<PdfRef>();
  for (const { ref, dict } of findPrintedElements(file, 'LI')) {
    const list = dict.get('P');
    if (!(list instanceof PdfRef)) continue;
    const labels = kidElements(file, dict).filter((kid) => isNamed(kid.dict.get('S'), 'Lbl'));
    const item = update.add(
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName('LI')],
        ['P', list],
        ['K', [...labels.map((label) => label.ref), ref]],
      ]),
    );
    for (const label of labels) update.replace(label.ref, label.dict.set('P', item));
    dict.set('S', new PdfName('LBody')).set('P', item);
    const rest = toList(dict.get('K')).filter((kid) => !labels.some((label) => label.ref === kid));
    if (rest.length > 0) dict.set('K', rest);
    else dict.delete('K');
    update.replace(ref, dict);
    items.set(ref, item);
    lists.add(list);
  }
  for (const ref of lists) {
    const list = file.resolve(ref);
    if (!isDict(list)) continue;
    const kids = toList(list.get('K')).map((kid) => items.get(kid) ?? kid);
    update.replace(ref, list.set('K', kids) satisfies PdfDict);
  }
}
