/**
 * Gives an element to each link that has none, which are those of headers and footers, and those within a picture, which
 * Chromium writes into its figure.
 */
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { ParentTree } from './parent-tree.ts';
import type { Element } from './printed-elements.ts';

export interface AddedLink extends Element {
  /** Whether the document contains it, and not a header or a footer. */
  readonly isInBody: boolean;
}

/** Returns these links. `root` is changed, but not yet in the update. Throws `malformed`. */
export function addLinkElements(
  file: PdfReader,
  root: PdfDict,
  { update, isDone }: { readonly update: IncrementalUpdate; readonly isDone: (link: PdfDict) => boolean },
): AddedLink[] {
  const tree = new ParentTree(file, root, update);
  const added: AddedLink[] = [];
  for (const page of getPages(file)) {
    for (const ref of file.array(page.dict, 'Annots') ?? []) {
      const dict = file.resolve(ref);
      if (!(ref instanceof PdfRef && isDict(dict)) || !page.ref) continue;
      if (!isNamed(dict.get('Subtype'), 'Link') || isDone(dict)) continue;
      const link = { ref, dict, isInBody: dict.has('StructParent') };
      if (tree.add(link, page.ref, 'Link')) added.push(link);
    }
  }
  tree.finish();
  return added;
}
