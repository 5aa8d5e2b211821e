/** Which elements of the structure marked contents and annotations belong to (ISO 32000-2, 14.7.5.4). */
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import type { Element } from './printed-elements.ts';

/** For a tagged PDF as Chromium writes it. Dictionaries of the file are changed, and put into the update. */
export class ParentTree {
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

  /**
   * Gives an annotation an element of its own: within the one that it belongs to, or at the end of the document. Returns false
   * where the structure is not as Chromium writes it.
   */
  add({ ref, dict }: Element, page: PdfRef, type: 'Link' | 'Form'): boolean {
    const leaves = this.#leaves;
    if (!leaves) return false;
    const key = dict.get('StructParent');
    const place = key === undefined ? undefined : this.#find(leaves, key);
    const parent = place === undefined ? this.#document : leaves[place + 1];
    const parentDict = this.#file.resolve(parent);
    if (!(parent instanceof PdfRef && isDict(parentDict))) return false;
    const element = this.#update.add(
      new Map<string, PdfValue>([
        ['Type', new PdfName('StructElem')],
        ['S', new PdfName(type)],
        ['P', parent],
        ['K', toReference(ref, page)],
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

  /** Makes an element that of a form field, which holds the annotation and nothing else (ISO 32000-2, 14.8.4.8.2). */
  join({ ref, dict }: Element, page: PdfRef, element: PdfRef): void {
    const leaves = this.#leaves;
    const own = this.#file.resolve(element);
    if (!leaves || !isDict(own)) return;
    leaves.push(this.#next, element);
    dict.set('StructParent', this.#next++);
    own.set('S', new PdfName('Form')).set('K', toReference(ref, page));
    this.#update.replace(element, own);
    this.#isChanged = true;
  }

  /** The element of marked content. `key`: `/StructParents` of its page or form. */
  elementOf(key: PdfValue | undefined, markedId: number): PdfRef | undefined {
    const element = this.#elementsOf(key)?.[markedId];
    return element instanceof PdfRef ? element : undefined;
  }

  /** Takes marked contents out of the structure. */
  release(key: PdfValue | undefined, markedIds: Iterable<number>): void {
    const elements = this.#elementsOf(key);
    if (!elements) return;
    for (const id of markedIds) elements[id] = null;
    const place = this.#leaves && this.#find(this.#leaves, key ?? null);
    const ref = place === undefined ? undefined : this.#leaves?.[place + 1];
    if (ref instanceof PdfRef) this.#update.replace(ref, elements);
    this.#isChanged = true;
  }

  #elementsOf(key: PdfValue | undefined): PdfValue[] | undefined {
    const place = key === undefined || !this.#leaves ? undefined : this.#find(this.#leaves, key);
    const elements = place === undefined ? null : this.#file.resolve(this.#leaves?.[place + 1]);
    return Array.isArray(elements) ? elements : undefined;
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

const toReference = (annotation: PdfRef, page: PdfRef): PdfDict =>
  new Map<string, PdfValue>([
    ['Type', new PdfName('OBJR')],
    ['Obj', annotation],
    ['Pg', page],
  ]);
