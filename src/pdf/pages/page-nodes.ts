/** The page tree of chosen pages. */
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import type { KeptPages } from './keep-pages.ts';

/** Viewers look a page up by its node. */
const pagesPerNode = 100;

/** Replaces the page tree. The pages get what they inherited. */
export function buildPageTree({ file, pages }: KeptPages): void {
  const root = file.dict(file.catalog, 'Pages') ?? new Map();
  const known = file.catalog.get('Pages');
  const rootRef = known instanceof PdfRef ? known : file.add(root);
  file.catalog.set('Pages', rootRef);
  const shared = new Map<PdfValue, PdfRef>();
  const listed = new Set<PdfDict>();
  const nodes: PdfRef[] = [];
  for (let i = 0; i < pages.length; i += pagesPerNode) {
    const part = pages.slice(i, i + pagesPerNode);
    const node: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Pages')],
      ['Parent', rootRef],
      ['Count', part.length],
    ]);
    const nodeRef = file.add(node);
    nodes.push(nodeRef);
    const kids: PdfValue[] = [];
    for (const { ref, dict: original, inherited } of part) {
      // A page that the document lists twice becomes two: viewers look for circles in the tree.
      const dict = listed.has(original) ? new Map(original) : original;
      listed.add(original);
      for (const [key, value] of inherited) if (!dict.has(key)) dict.set(key, share(value));
      dict.set('Parent', nodeRef);
      kids.push(dict !== original ? file.add(dict) : (ref ?? dict));
    }
    node.set('Kids', kids);
  }
  root.clear();
  root.set('Type', new PdfName('Pages')).set('Count', pages.length).set('Kids', nodes);

  /** Resources are written once for all pages that inherit them. */
  function share(value: PdfValue): PdfValue {
    if (!isDict(value)) return value;
    const ref = shared.get(value) ?? file.add(value);
    shared.set(value, ref);
    return ref;
  }
}
