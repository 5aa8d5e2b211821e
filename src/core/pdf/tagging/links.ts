/**
 * Describes links and puts those of headers and footers into the structure: a link belongs to an element and has a text
 * of its own (ISO 14289-1, 7.18.5).
 */
import { getPages } from '../document/page-tree.ts';
import {
  getName,
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
  toList,
} from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { annotationsOf, type Element, findElements } from './printed-elements.ts';

/** The address of a link in the PDF, `#name` within the document, or nothing; and what the page says of it. */
export type LinkText = readonly [address: string, text: string];

const subtype = '/Subtype /Link\n';

/** `texts`: of the document's links, in their order. Throws `malformed`. */
export function describeLinks(
  file: PdfReader,
  root: PdfDict,
  texts: readonly LinkText[],
  update: IncrementalUpdate,
): void {
  if (!file.bytes.includes(subtype, 0, 'latin1')) return;
  const queues = new Map<string, string[]>();
  for (const [address, text] of texts) {
    const queue = queues.get(address);
    if (queue) queue.push(text);
    else queues.set(address, [text]);
  }
  for (const { dict } of findElements(file, 'Link')) {
    const annotations = annotationsOf(file, dict);
    const address = annotations[0] ? addressOf(file, annotations[0].dict) : '';
    const queue = queues.get(address) ?? [];
    const text = (queue.length > 1 ? queue.shift() : queue[0]) ?? '';
    for (const annotation of annotations) describe(annotation, text || address || 'Link', update);
  }
  addElements(file, root, update);
}

/** A reference to the first page of the document counts as no address. */
function addressOf(file: PdfReader, link: PdfDict): string {
  const destination = getName(link.get('Dest'));
  if (destination !== undefined) return `#${Buffer.from(destination, 'latin1').toString('utf8')}`;
  const action = file.dict(link, 'A');
  const address = action && file.get(action, 'URI');
  return address instanceof PdfString ? address.bytes : '';
}

function describe({ ref, dict }: Element, text: string, update: IncrementalUpdate): void {
  if (dict.has('Contents')) return;
  update.replace(ref, dict.set('Contents', encodeText(text)));
}

/** Elements for links without one, which are those of headers and footers. */
function addElements(file: PdfReader, root: PdfDict, update: IncrementalUpdate): void {
  const documentRef = toList(root.get('K'))[0];
  const document = file.resolve(documentRef);
  const treeRef = root.get('ParentTree');
  const tree = file.resolve(treeRef);
  const elements: PdfRef[] = [];
  const entries: PdfValue[] = [];
  let next = file.number(root, 'ParentTreeNextKey') ?? Number.NaN;
  if (!(documentRef instanceof PdfRef && treeRef instanceof PdfRef && isDict(document) && isDict(tree)))
    return;
  const leaves = file.array(tree, 'Nums');
  if (!leaves || Number.isNaN(next)) return;
  for (const page of getPages(file)) {
    for (const ref of file.array(page.dict, 'Annots') ?? []) {
      const link = file.resolve(ref);
      if (!(ref instanceof PdfRef && page.ref && isDict(link)) || link.has('StructParent')) continue;
      if (!isNamed(link.get('Subtype'), 'Link')) continue;
      const element = update.add(
        new Map<string, PdfValue>([
          ['Type', new PdfName('StructElem')],
          ['S', new PdfName('Link')],
          ['P', documentRef],
          [
            'K',
            new Map<string, PdfValue>([
              ['Type', new PdfName('OBJR')],
              ['Obj', ref],
              ['Pg', page.ref],
            ]),
          ],
        ]),
      );
      elements.push(element);
      entries.push(next, element);
      link.set('StructParent', next++);
      describe({ ref, dict: link }, addressOf(file, link) || 'Link', update);
    }
  }
  if (elements.length === 0) return;
  update.replace(documentRef, document.set('K', [...toList(document.get('K')), ...elements]));
  update.replace(treeRef, tree.set('Nums', [...leaves, ...entries]));
  root.set('ParentTreeNextKey', next);
}
