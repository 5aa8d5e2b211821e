/** The pages of all documents in one tree. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { appearanceRule, type SharedObjects, type SharingCopier } from '../copying/shared-objects.ts';
import type { Page } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfName, type PdfRef, type PdfValue } from '../object.ts';
import type { KeyRule } from '../writing/key-rules.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** Two levels hold up to the square of this number. Viewers look a page up by its node. */
const pagesPerNode = 100;

interface Node {
  readonly ref: PdfRef;
  readonly kids: PdfRef[];
}

export class MergedPages implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #shared: SharedObjects | undefined;
  readonly #root: PdfRef;
  readonly #nodes: Node[] = [];
  #count = 0;
  /** Copier for the document that is being added. */
  #drawing: SharingCopier | undefined;

  constructor(writer: PdfWriter, shared: SharedObjects | undefined) {
    this.#writer = writer;
    this.#shared = shared;
    this.#root = writer.reserve();
  }

  get count(): number {
    return this.#count;
  }

  prepare(): Iterable<readonly [key: string, rule: KeyRule]> {
    return this.#shared ? [appearanceRule(() => this.#drawing)] : [];
  }

  add(source: SourceDocument, copier: ObjectCopier): void {
    const { pages, pageRefs } = source;
    const drawing = this.#shared?.of(copier);
    this.#drawing = drawing;
    for (const page of pages) drawing?.copyDrawing(page);
    const inherited = new InheritedResources(copier);
    const added = new Set<PdfDict>();
    for (const [i, page] of pages.entries()) {
      const ref = pageRefs[i];
      if (!ref) continue;
      const length = this.#addPage(page, ref, inherited, copier);
      // A hostile page list can name one large page repeatedly.
      if (added.has(page.dict)) copier.file.spend(length);
      added.add(page.dict);
    }
  }

  complete(): void {
    this.#drawing = undefined;
  }

  finish(catalog: PdfDict): void {
    catalog.set('Pages', this.#root);
    const kids = this.#nodes.map(({ ref }) => ref);
    for (const node of this.#nodes) this.#writeNode(node.ref, node.kids, node.kids.length, this.#root);
    this.#writeNode(this.#root, kids, this.#count, undefined);
  }

  /** Returns the length of the page as text. */
  #addPage(page: Page, ref: PdfRef, inherited: InheritedResources, copier: ObjectCopier): number {
    let node = this.#nodes.at(-1);
    if (!node || node.kids.length === pagesPerNode) {
      node = { ref: this.#writer.reserve(), kids: [] };
      this.#nodes.push(node);
    }
    node.kids.push(ref);
    this.#count++;
    const dict: PdfDict = new Map(page.dict);
    for (const [key, value] of page.inherited) {
      if (dict.has(key)) continue;
      dict.set(key, key === 'Resources' ? inherited.ref(value) : firstFour(value));
    }
    dict.set('Type', new PdfName('Page'));
    // References of both the new and the old file; each reference knows its owner.
    dict.set('Parent', node.ref);
    const text = this.#writer.text(dict, copier.translation);
    this.#writer.writeText(ref, text);
    return text.length;
  }

  #writeNode(ref: PdfRef, kids: PdfRef[], count: number, parent: PdfRef | undefined): void {
    const node: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Pages')],
      ['Count', count],
      ['Kids', kids],
    ]);
    if (parent) node.set('Parent', parent);
    this.#writer.write(ref, node);
  }
}

/** Resources inherited from the page tree, copied as one object for all pages. */
class InheritedResources {
  readonly #copier: ObjectCopier;
  readonly #refs = new Map<PdfValue, PdfRef>();

  constructor(copier: ObjectCopier) {
    this.#copier = copier;
  }

  ref(resources: PdfValue): PdfRef {
    let ref = this.#refs.get(resources);
    if (!ref) {
      ref = this.#copier.copy(isDict(resources) ? resources : null);
      this.#refs.set(resources, ref);
    }
    return ref;
  }
}

/** A box has four numbers. Further ones would be written again for every page. */
function firstFour(value: PdfValue): PdfValue {
  return Array.isArray(value) ? value.slice(0, 4) : value;
}
