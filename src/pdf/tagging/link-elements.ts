/**
 * Gives an element to each link that has none, which are those of headers and footers, and those within a picture, which
 * Chromium writes into its figure.
 */
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
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
      if (tree.add(link, page.ref)) added.push(link);
    }
  }
  tree.finish();
  return added;
}

class ParentTree {
  readonly #file: PdfReader;
  readonly #root: PdfDict;
  readonly #update: IncrementalUpdate;
  readonly #document: PdfValue;
  readonly #leaves: PdfValue[] | undefined;
  #next: number;
  #isChanged = false;
  /** The index of each key in the leaves, from the first use on. */
  #places: Map<PdfValue, number> | undefined;

  constructor(file: PdfReader, root: PdfDict, update: IncrementalUpdate) {
    this.#file = file;
    this.#root = root;
    this.#update = update;
    const top = file.get(root, 'K');
    this.#document = (Array.isArray(top) ? top[0] : root.get('K')) ?? null;
    const tree = file.dict(root, 'ParentTree');
    this.#leaves = tree && file.array(tree, 'Nums');
    this.#next = file.number(root, 'ParentTreeNextKey') ?? 0;
  }

  /** Returns false where the structure is not as Chromium writes it. */
  add({ ref, dict }: Element, page: PdfRef): boolean {
    const leaves = this.#leaves;
    if (!leaves) return false;
    const key = dict.get('StructParent');
    const place = key === undefined ? undefined : this.#find(leaves, key);
    const parent = place === undefined ? this.#document : leaves[place + 1];
    const parentDict = this.#file.resolve(parent);
    if (!(parent instanceof PdfRef && isDict(parentDict))) return false;
    const reference: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('OBJR')],
      ['Obj', ref],
      ['Pg', page],
    ]);
    const element = this.#update.add(
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName('Link')],
        ['P', parent],
        ['K', reference],
      ]),
    );
    const kids = toList(parentDict.get('K'));
    if (place === undefined) {
      leaves.push(this.#next, element);
      dict.set('StructParent', this.#next++);
      kids.push(element);
    } else {
      leaves[place + 1] = element;
      const old = kids.findIndex((kid) => isDict(kid) && kid.get('Obj') === ref);
      kids.splice(old < 0 ? kids.length : old, old < 0 ? 0 : 1, element);
    }
    this.#update.replace(parent, parentDict.set('K', kids));
    this.#isChanged = true;
    return true;
  }

  #find(leaves: readonly PdfValue[], key: PdfValue): number | undefined {
    this.#places ??= new Map(
      leaves.flatMap((leaf, i): [PdfValue, number][] => (i % 2 === 0 ? [[leaf, i]] : [])),
    );
    return this.#places.get(key);
  }

  finish(): void {
    const ref = this.#root.get('ParentTree');
    const tree = this.#file.resolve(ref);
    if (!this.#isChanged || !(ref instanceof PdfRef) || !isDict(tree) || !this.#leaves) return;
    this.#update.replace(ref, tree.set('Nums', this.#leaves));
    this.#root.set('ParentTreeNextKey', this.#next);
  }
}
