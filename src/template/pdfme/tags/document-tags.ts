/** Tags a document while it is drawn (ISO 14289-1): each element of the design becomes a part of its structure. */
import type * as PdfLib from '@pdfme/pdf-lib';
import type { ElementStyle } from '../../model/editor-document.ts';
import type { Drawable } from '../draw/drawable.ts';
import { type BoundingBox, type ElementTags, elementTags } from './element-tags.ts';
import { type InternalLinks, LinkTags } from './link-tags.ts';
import { PageMarks } from './page-marks.ts';
import { readingOrder } from './reading-order.ts';
import { TagTree } from './tag-tree.ts';
import { type DrawingTarget, TaggedView } from './tagged-view.ts';
import { toBox } from './to-box.ts';

export interface DocumentTagsOptions {
  readonly pdfLib: typeof PdfLib;
  readonly pdf: PdfLib.PDFDocument;
  readonly mm2pt: (length: number) => number;
  readonly links: InternalLinks;
  /** For texts in SVG, whose fonts are those of another program. */
  readonly defaultFont: () => Promise<PdfLib.PDFFont>;
}

/** An element, or what of it is on one page. */
export interface PlacedElement {
  /** The same object for all parts. */
  readonly element: Drawable;
  readonly style: ElementStyle;
}

export class DocumentTags {
  readonly #options: DocumentTagsOptions;
  readonly #tree: TagTree;
  readonly #links: LinkTags;
  /** In reading order. */
  readonly #elements = new Map<Drawable, ElementTags>();

  constructor(options: DocumentTagsOptions) {
    const { pdfLib, pdf, links } = options;
    this.#options = options;
    this.#tree = new TagTree(pdfLib, pdf);
    this.#links = new LinkTags(pdfLib, pdf, this.#tree, links);
  }

  /** The elements are put into reading order. One that began on an earlier page is read there to its end. */
  startPage(page: PdfLib.PDFPage, placed: readonly PlacedElement[]): PageTags {
    const added = placed.filter(({ element }) => !this.#elements.has(element));
    for (const index of readingOrder(added.map(({ style }) => toBox(style)))) {
      const element = added[index]?.element;
      if (element)
        this.#elements.set(
          element,
          elementTags(element, (style) => this.#boundsOf(page, style)),
        );
    }
    return new PageTags(new PageMarks(this.#options.pdfLib, page, this.#tree), {
      tagsOf: (element) => this.#elements.get(element),
      links: this.#links,
      defaultFont: this.#options.defaultFont,
      mm2pt: this.#options.mm2pt,
    });
  }

  /** Called when all pages are drawn, before the links within the document get their areas. */
  finishDrawing(): void {
    this.#links.finishDrawing();
  }

  /** Writes the structure. `language` is a tag of BCP 47. */
  finish(language: string | undefined): void {
    const elements = [...this.#elements.values()].flatMap((tags) => tags.elements);
    this.#tree.finish([...elements, ...this.#links.outer], language);
  }

  #boundsOf(page: PdfLib.PDFPage, style: ElementStyle): BoundingBox {
    const { mm2pt } = this.#options;
    const { left, top, right, bottom } = toBox(style);
    const height = page.getHeight();
    const box = [mm2pt(left), height - mm2pt(bottom), mm2pt(right), height - mm2pt(top)] as const;
    const rounded = (length: number) => Math.round(length * 100) / 100;
    return [rounded(box[0]), rounded(box[1]), rounded(box[2]), rounded(box[3])];
  }
}

interface PageTagsOptions {
  readonly tagsOf: (element: Drawable) => ElementTags | undefined;
  readonly links: LinkTags;
  readonly defaultFont: () => Promise<PdfLib.PDFFont>;
  readonly mm2pt: (length: number) => number;
}

/** Draws the elements of one page. */
export class PageTags {
  readonly #marks: PageMarks;
  readonly #options: PageTagsOptions;

  constructor(marks: PageMarks, options: PageTagsOptions) {
    this.#marks = marks;
    this.#options = options;
  }

  /** Returns what to give to the renderer each time it asks for the page. */
  viewsOf({ element, style }: PlacedElement): ElementViews {
    const next = this.#options.tagsOf(element)?.draw(style);
    return this.#views(() => next?.() ?? { artifact: 'plain' });
  }

  /** The same for an element of every page, which screen readers skip. */
  staticViewsOf({ position: { y }, height }: ElementStyle): ElementViews {
    const { mm2pt } = this.#options;
    const artifact = mm2pt(y + height / 2) < this.#marks.page.getHeight() / 2 ? 'Header' : 'Footer';
    return this.#views(() => ({ artifact }));
  }

  /** Called around a form field and its marker. `element`: undefined for one of every page, which has no place in the structure. */
  markField(element: Drawable | undefined, part: 'drawing' | 'marker' | 'end'): void {
    const [form] = (element && this.#options.tagsOf(element)?.elements) ?? [];
    if (part === 'end') this.#marks.close();
    else if (part === 'marker' && form) this.#marks.content(form, true);
    else this.#marks.artifact('plain');
  }

  /** Ends the content of the page. */
  finish(): void {
    this.#marks.close();
  }

  #views(next: () => DrawingTarget): ElementViews {
    const { links, defaultFont } = this.#options;
    let view: TaggedView | undefined;
    return {
      next: () => {
        view = new TaggedView(this.#marks, next(), links, defaultFont);
        return view;
      },
      finish: () => {
        if (view) links.takeInternal(view);
      },
    };
  }
}

export interface ElementViews {
  readonly next: () => TaggedView;
  /** Called when the element is drawn. */
  readonly finish: () => void;
}
