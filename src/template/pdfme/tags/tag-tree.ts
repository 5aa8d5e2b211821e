/** The structure tree of a document that is drawn (ISO 32000-1, 14.7): built while it is drawn, written when it is complete. */
import type * as PdfLib from '@pdfme/pdf-lib';

/** A marked part of a page's content. */
export interface Mark {
  readonly page: PdfLib.PDFPage;
  readonly mcid: number;
}

/** A link of a page. */
interface LinkedArea {
  readonly page: PdfLib.PDFPage;
  readonly annotation: PdfLib.PDFRef;
}

type Kid = TagElement | Mark | LinkedArea;

/** Values of attributes: names begin with a slash. */
export type TagAttributes = Readonly<Record<string, string | readonly number[]>>;

export class TagElement {
  readonly type: string;
  readonly kids: Kid[] = [];
  /** Says what is seen, or what a link leads to. */
  alt: string | undefined;
  attributes: TagAttributes | undefined;

  constructor(type: string, attributes?: TagAttributes) {
    this.type = type;
    this.attributes = attributes;
  }

  /** Adds a kid of this type and returns it. */
  add(type: string, attributes?: TagAttributes): TagElement {
    const kid = new TagElement(type, attributes);
    this.kids.push(kid);
    return kid;
  }
}

/** Elements that are written without content, because a row without one of its cells would move the others. */
const keptEmpty = new Set(['TD', 'TH', 'Document']);

export class TagTree {
  readonly #lib: typeof PdfLib;
  readonly #pdf: PdfLib.PDFDocument;
  readonly #root = new TagElement('Document');
  /** The element of each mark of a page, by its number. */
  readonly #owners = new Map<PdfLib.PDFPage, TagElement[]>();
  readonly #attributes = new Map<string, PdfLib.PDFRef>();
  /** By the key of the annotation in the parent tree. */
  readonly #linkOwners = new Map<number, TagElement>();
  #nextKey = 0;

  constructor(lib: typeof PdfLib, pdf: PdfLib.PDFDocument) {
    this.#lib = lib;
    this.#pdf = pdf;
  }

  addPage(page: PdfLib.PDFPage): void {
    this.#owners.set(page, []);
  }

  /** Adds a mark to an element. The caller writes it into the content of the page. */
  mark(page: PdfLib.PDFPage, element: TagElement): Mark {
    const owners = this.#owners.get(page) ?? [];
    const mark = { page, mcid: owners.length };
    owners.push(element);
    element.kids.push(mark);
    return mark;
  }

  ownerOf({ page, mcid }: Mark): TagElement | undefined {
    return this.#owners.get(page)?.[mcid];
  }

  /** Moves a mark into another element. */
  move(mark: Mark, from: TagElement, to: TagElement): void {
    from.kids.splice(from.kids.lastIndexOf(mark), 1);
    to.kids.push(mark);
    const owners = this.#owners.get(mark.page);
    if (owners) owners[mark.mcid] = to;
  }

  /** Adds the area of a link to its element. */
  link(page: PdfLib.PDFPage, annotation: PdfLib.PDFRef, element: TagElement): void {
    const key = this.#nextKey++;
    element.kids.push({ page, annotation });
    this.#linkOwners.set(key, element);
    const dict = this.#pdf.context.lookup(annotation, this.#lib.PDFDict);
    dict.set(this.#name('StructParent'), this.#lib.PDFNumber.of(key));
  }

  /** Writes the tree. `language` is a tag of BCP 47. */
  finish(elements: readonly TagElement[], language: string | undefined): void {
    const { PDFHexString, PDFNumber, PDFString } = this.#lib;
    const { catalog, context } = this.#pdf;
    this.#root.kids.push(...elements);
    const rootRef = context.nextRef();
    const refs = new Map<TagElement, PdfLib.PDFRef>();
    const document = this.#write(this.#root, rootRef, refs);
    const numbers: PdfLib.PDFObject[] = [];
    for (const [key, element] of this.#linkOwners) {
      const ref = refs.get(element);
      if (ref) numbers.push(PDFNumber.of(key), ref);
      for (const kid of element.kids) {
        if (!('annotation' in kid)) continue;
        const dict = context.lookup(kid.annotation, this.#lib.PDFDict);
        dict.set(this.#name('Contents'), PDFHexString.fromText(element.alt || 'Link'));
      }
    }
    for (const [page, owners] of this.#owners) {
      // The order of links, where there are any.
      page.node.set(this.#name('Tabs'), this.#name('S'));
      if (owners.length === 0) continue;
      const key = this.#nextKey++;
      page.node.set(this.#name('StructParents'), PDFNumber.of(key));
      const list = context.obj(owners.map((owner) => refs.get(owner) ?? null) as PdfLib.PDFRef[]);
      numbers.push(PDFNumber.of(key), context.register(list));
    }
    const root = context.obj({ Type: 'StructTreeRoot', ParentTreeNextKey: this.#nextKey });
    if (document) root.set(this.#name('K'), document);
    root.set(this.#name('ParentTree'), context.register(context.obj({ Nums: numbers as PdfLib.PDFRef[] })));
    context.assign(rootRef, root);
    catalog.set(this.#name('StructTreeRoot'), rootRef);
    catalog.set(this.#name('MarkInfo'), context.obj({ Marked: true }));
    if (language !== undefined) catalog.set(this.#name('Lang'), PDFString.of(language));
  }

  /** Returns undefined for an element without content. */
  #write(
    element: TagElement,
    parent: PdfLib.PDFRef,
    refs: Map<TagElement, PdfLib.PDFRef>,
  ): PdfLib.PDFRef | undefined {
    const { PDFHexString, PDFNumber } = this.#lib;
    const { context } = this.#pdf;
    const { type, kids, alt, attributes } = element;
    if (!hasContent(element)) return undefined;
    const ref = context.nextRef();
    refs.set(element, ref);
    const page = kids.find((kid): kid is Mark => 'mcid' in kid)?.page;
    const written: PdfLib.PDFObject[] = [];
    for (const kid of kids) {
      if (kid instanceof TagElement) {
        const inner = this.#write(kid, ref, refs);
        if (inner) written.push(inner);
      } else if ('mcid' in kid && kid.page === page) written.push(PDFNumber.of(kid.mcid));
      else {
        const reference = context.obj({
          Type: 'mcid' in kid ? 'MCR' : 'OBJR',
          Pg: kid.page.ref,
          ...('mcid' in kid ? { MCID: kid.mcid } : { Obj: kid.annotation }),
        });
        written.push(reference);
      }
    }
    const dict = context.obj({ S: type, P: parent });
    if (page) dict.set(this.#name('Pg'), page.ref);
    const [first, ...others] = written;
    if (first) dict.set(this.#name('K'), others.length > 0 ? context.obj(written as PdfLib.PDFRef[]) : first);
    if (attributes) dict.set(this.#name('A'), this.#attribute(attributes));
    // The text of a link is its content, unless that is an artifact.
    if (alt !== undefined && (type !== 'Link' || !page))
      dict.set(this.#name('Alt'), PDFHexString.fromText(alt));
    context.assign(ref, dict);
    return ref;
  }

  /** Many cells have the same attributes, which are written once. */
  #attribute(attributes: TagAttributes): PdfLib.PDFRef {
    const key = JSON.stringify(attributes);
    const known = this.#attributes.get(key);
    if (known) return known;
    const dict = this.#pdf.context.obj({});
    for (const [name, value] of Object.entries(attributes)) {
      dict.set(
        this.#name(name),
        typeof value !== 'string'
          ? this.#pdf.context.obj([...value])
          : value.startsWith('/')
            ? this.#name(value.slice(1))
            : this.#lib.PDFHexString.fromText(value),
      );
    }
    const ref = this.#pdf.context.register(dict);
    this.#attributes.set(key, ref);
    return ref;
  }

  #name(name: string): PdfLib.PDFName {
    return this.#lib.PDFName.of(name);
  }
}

function hasContent({ type, kids }: TagElement): boolean {
  return keptEmpty.has(type) || kids.some((kid) => !(kid instanceof TagElement) || hasContent(kid));
}
