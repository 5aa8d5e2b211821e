/**
 * Elements for the links of the base in a document with tags, behind all others, as those of headers and footers are: a
 * link belongs to one (ISO 14289-1, 7.18.5).
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { numberTreeEntries } from '../document/number-tree.ts';
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

interface Tree {
  readonly root: PdfDict;
  /** The element of the whole document, or the first one. */
  readonly top: PdfDict;
  readonly topRef: PdfRef;
  readonly parents: PdfDict;
}

export class BaseLinkElements {
  readonly #file: PdfReader;
  readonly #copier: ObjectCopier;
  readonly #tree: Tree | undefined;
  readonly #added: (readonly [key: number, element: PdfRef])[] = [];
  #entries: readonly (readonly [key: number, value: PdfValue])[] | undefined;

  constructor(file: PdfReader, copier: ObjectCopier) {
    this.#file = file;
    this.#copier = copier;
    this.#tree = findTree(file);
  }

  /** The `/StructParent` of the next link. Undefined if the document has no tags. Throws `malformed`, `too_large`. */
  get nextKey(): number | undefined {
    const tree = this.#tree;
    if (!tree) return undefined;
    this.#entries ??= numberTreeEntries(this.#file, tree.parents);
    const last = this.#entries.at(-1)?.[0] ?? -1;
    return Math.max(this.#file.number(tree.root, 'ParentTreeNextKey') ?? 0, last + 1) + this.#added.length;
  }

  /** Adds an element for an annotation that was written with `nextKey`. `page`: in the document that is read. */
  add(annotation: PdfRef, page: PdfRef): void {
    const key = this.nextKey;
    if (!this.#tree || key === undefined) return;
    const reference: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('OBJR')],
      ['Obj', annotation],
      ['Pg', page],
    ]);
    const element = new Map<string, PdfValue>([
      ['Type', new PdfName('StructElem')],
      ['S', new PdfName('Link')],
      ['P', this.#tree.topRef],
      ['K', reference],
    ]);
    this.#added.push([key, this.#copier.copy(element)]);
  }

  /** Adds what is to be written in place of dictionaries of the document. */
  finish(changed: Map<PdfDict, PdfDict>): void {
    const [tree, entries] = [this.#tree, this.#entries];
    if (!tree || !entries || this.#added.length === 0) return;
    const next = this.nextKey ?? 0;
    const kids = toList(this.#file.get(tree.top, 'K'));
    const elements = this.#added.map(([, element]) => element);
    changed.set(tree.top, new Map(tree.top).set('K', [...kids, ...elements]));
    changed.set(tree.parents, new Map([['Nums', [...entries, ...this.#added].flat()]]));
    changed.set(tree.root, new Map(tree.root).set('ParentTreeNextKey', next));
  }
}

function findTree(file: PdfReader): Tree | undefined {
  const root = file.dict(file.catalog, 'StructTreeRoot');
  const parents = root && file.dict(root, 'ParentTree');
  if (!root || !parents) return undefined;
  const kids = file.get(root, 'K');
  const topRef = Array.isArray(kids) ? kids[0] : root.get('K');
  const top = file.resolve(topRef);
  return topRef instanceof PdfRef && isDict(top) ? { root, top, topRef, parents } : undefined;
}
