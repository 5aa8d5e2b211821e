/** Puts the links of markdown into elements of their own (ISO 14289-1, 7.18.5). */
import type * as PdfLib from '@pdfme/pdf-lib';
import { type Mark, TagElement, type TagTree } from './tag-tree.ts';

/** The page and the text that a link is drawn on. */
interface LinkView {
  readonly marks: { readonly page: PdfLib.PDFPage };
  readonly last: { readonly text: string; readonly mark: Mark | undefined } | undefined;
}

interface OpenLink {
  readonly element: TagElement;
  /** The address. If the next area has the same one, it continues the link in the next line. */
  readonly target: string;
}

/** pdfme's list of the links within the document, whose areas it makes when all pages are drawn. */
export interface InternalLinks {
  readonly annotations: readonly { readonly targetName: string }[];
}

export class LinkTags {
  readonly #lib: typeof PdfLib;
  readonly #pdf: PdfLib.PDFDocument;
  readonly #tree: TagTree;
  readonly #internal: InternalLinks;
  /** Elements of links within the document, in the order of their areas. */
  readonly #waiting: TagElement[] = [];
  /** Links of headers and footers, which belong to no other element. */
  readonly outer: TagElement[] = [];
  #open: OpenLink | undefined;
  #isDrawn = false;

  constructor(lib: typeof PdfLib, pdf: PdfLib.PDFDocument, tree: TagTree, internal: InternalLinks) {
    this.#lib = lib;
    this.#pdf = pdf;
    this.#tree = tree;
    this.#internal = internal;
  }

  /** Called before each text and at the end of each element: a link follows its text. */
  takeInternal(view: LinkView): void {
    const { annotations } = this.#internal;
    while (!this.#isDrawn && this.#waiting.length < annotations.length) {
      const target = `#${annotations[this.#waiting.length]?.targetName}`;
      this.#waiting.push(this.#elementFor(view, target));
    }
  }

  /** From now on, areas are those of links within the document. */
  finishDrawing(): void {
    this.#isDrawn = true;
    this.#waiting.reverse();
  }

  /** Adds the area of a link that was drawn on the view. */
  add(view: LinkView, annotation: PdfLib.PDFRef): void {
    const element = this.#isDrawn
      ? this.#waiting.pop()
      : this.#elementFor(view, this.#addressOf(annotation) ?? '');
    if (element) this.#tree.link(view.marks.page, annotation, element);
  }

  #elementFor({ last }: LinkView, target: string): TagElement {
    const { text = '', mark } = last ?? {};
    const parent = mark && this.#tree.ownerOf(mark);
    const open = this.#open;
    if (!mark || !parent) {
      const element = new TagElement('Link');
      element.alt = text || target;
      this.outer.push(element);
      return element;
    }
    const before = parent.kids.at(-2);
    if (open?.target === target && before === open.element) {
      this.#tree.move(mark, parent, open.element);
      open.element.alt = `${open.element.alt} ${text}`;
      return open.element;
    }
    const element = parent.add('Link');
    element.alt = text.trim() || target;
    this.#tree.move(mark, parent, element);
    this.#open = { element, target };
    return element;
  }

  #addressOf(annotation: PdfLib.PDFRef): string | undefined {
    const { PDFDict, PDFName, PDFString } = this.#lib;
    const action = this.#pdf.context.lookup(annotation, PDFDict).lookupMaybe(PDFName.of('A'), PDFDict);
    return action?.lookupMaybe(PDFName.of('URI'), PDFString)?.asString();
  }
}
