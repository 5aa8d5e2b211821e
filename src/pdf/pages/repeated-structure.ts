/** Tags of a page that a document has several times: the elements with content on it, with everything above them. */
import { numberTreeEntries } from '../document/number-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { RepeatedPage } from './repeat-pages.ts';

/** Deeper elements are not copied. Real documents have 20 levels. */
const maxDepth = 200;

/** Bytes of an element, for the reading budget. */
const typicalLength = 64;

interface Copy {
  readonly original: PdfDict;
  readonly ref: PdfRef;
  /** The original itself for the element of the whole document, which is there once. */
  readonly dict: PdfDict;
  readonly isShared: boolean;
}

export class RepeatedStructure {
  readonly #file: PdfReader;
  readonly #tree: PdfDict | undefined;
  readonly #entries: Map<number, PdfValue>;
  #nextKey = 0;

  constructor(file: PdfReader) {
    this.#file = file;
    this.#tree = file.dict(file.catalog, 'StructTreeRoot');
    this.#entries = new Map(numberTreeEntries(file, this.#tree?.get('ParentTree')));
    for (const key of this.#entries.keys()) this.#nextKey = Math.max(this.#nextKey, key + 1);
    this.#nextKey = Math.max(this.#nextKey, file.number(this.#tree ?? new Map(), 'ParentTreeNextKey') ?? 0);
  }

  /** `dict`: the copied page, which has the key of the original page until now. */
  repeat(page: RepeatedPage, dict: PdfDict): void {
    if (!this.#tree) return;
    const copies = new Map<PdfRef, Copy>();
    const copyOf = (element: PdfValue) => (element instanceof PdfRef ? this.#copy(element, copies, 0) : null);
    this.#rekey(dict, 'StructParents', (parents) => {
      const list = this.#file.resolve(parents);
      return Array.isArray(list) ? list.map(copyOf) : copyOf(parents);
    });
    for (const annotation of page.annotations.values()) this.#rekey(annotation.dict, 'StructParent', copyOf);
    const topKids = this.#kidsOf(this.#tree);
    for (const copy of copies.values()) this.#fill(copy, copies, page);
    // The new parts follow those that were there, in the same order.
    const added = topKids.flatMap((kid) => {
      const copy = kid instanceof PdfRef ? copies.get(kid) : undefined;
      return copy && !copy.isShared ? [copy.ref] : [];
    });
    if (added.length > 0) this.#tree.set('K', [...topKids, ...added]);
  }

  /** Called when all pages are copied. */
  finish(): void {
    if (!this.#tree) return;
    const sorted = [...this.#entries].sort(([a], [b]) => a - b);
    this.#tree.set('ParentTree', writeTree(this.#file, 'Nums', sorted));
    this.#tree.set('ParentTreeNextKey', this.#nextKey);
  }

  #rekey(holder: PdfDict, key: string, copied: (parents: PdfValue) => PdfValue): void {
    const old = this.#file.number(holder, key);
    if (old === undefined) return;
    const parents = this.#entries.get(old);
    holder.delete(key);
    if (parents === undefined) return;
    const own = this.#nextKey++;
    this.#entries.set(own, copied(parents));
    holder.set(key, own);
  }

  /** Copies the element, without its parts, and those above it. Null for something else. */
  #copy(ref: PdfRef, copies: Map<PdfRef, Copy>, depth: number): PdfRef | null {
    const known = copies.get(ref);
    if (known) return known.ref;
    const original = this.#file.resolve(ref);
    if (!isDict(original) || original === this.#tree || depth > maxDepth) return null;
    this.#file.spend(typicalLength);
    const parent = original.get('P');
    const isTop = this.#file.resolve(parent) === this.#tree;
    const isShared = isTop && this.#isDocument(original);
    const dict = isShared ? original : new Map(original);
    const copy: Copy = { original, ref: isShared ? ref : this.#file.add(dict), dict, isShared };
    copies.set(ref, copy);
    const above = !isTop && parent instanceof PdfRef ? this.#copy(parent, copies, depth + 1) : null;
    if (above) dict.set('P', above);
    if (isShared) return copy.ref;
    // A name is that of one element.
    dict.delete('ID');
    return copy.ref;
  }

  #isDocument(element: PdfDict): boolean {
    const role = this.#file.name(element, 'S') ?? '';
    const roles = this.#file.dict(this.#tree ?? new Map(), 'RoleMap') ?? new Map();
    return role === 'Document' || isNamed(this.#file.get(roles, role), 'Document');
  }

  /** Gives the copy those parts of the original that are on the page. */
  #fill({ original, dict, isShared }: Copy, copies: ReadonlyMap<PdfRef, Copy>, page: RepeatedPage): void {
    const isOnPage = original.get('Pg') === page.original.ref;
    const kids = this.#kidsOf(original).flatMap((kid) => {
      const copy = kid instanceof PdfRef ? copies.get(kid) : undefined;
      if (copy) return copy.isShared ? [] : [copy.ref];
      return this.#contentOf(this.#file.resolve(kid), isOnPage, page);
    });
    if (isShared) {
      const own = kids.map((kid) => (typeof kid === 'number' ? markedContent(kid, page.copy) : kid));
      if (own.length > 0) dict.set('K', [...this.#kidsOf(original), ...own]);
      return;
    }
    dict.set('K', kids);
    if (isOnPage) dict.set('Pg', page.copy);
    else dict.delete('Pg');
  }

  /** The content, or the annotation, of the copied page. */
  #contentOf(kid: PdfValue, isOnPage: boolean, page: RepeatedPage): PdfValue[] {
    if (typeof kid === 'number') return isOnPage ? [kid] : [];
    if (!isDict(kid) || kid.has('S')) return [];
    const annotation = page.annotations.get(kid.get('Obj') ?? null);
    if (annotation) return [new Map(kid).set('Obj', annotation.ref).set('Pg', page.copy)];
    const isMarked = typeof kid.get('MCID') === 'number' && !kid.has('Stm');
    const own = kid.get('Pg');
    if (!isMarked || !(own === page.original.ref || (own === undefined && isOnPage))) return [];
    return [new Map(kid).set('Pg', page.copy)];
  }

  #kidsOf(element: PdfDict): PdfValue[] {
    const kids = element.get('K') ?? null;
    const list = this.#file.resolve(kids);
    if (!Array.isArray(list)) return toList(kids);
    this.#file.spend(list.length);
    return list;
  }
}

const markedContent = (id: number, page: PdfRef): PdfDict =>
  new Map<string, PdfValue>([
    ['Type', new PdfName('MCR')],
    ['Pg', page],
    ['MCID', id],
  ]);
