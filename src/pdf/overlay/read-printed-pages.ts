/** Reads what is known of pages only after a document is printed: their sizes, and the headings on them. */
import { millimetresPerPoint } from '#contract/length';
import { documentTitle } from '../document/document-title.ts';
import { getPages } from '../document/page-tree.ts';
import { trimmedView, visibleSize } from '../document/page-view.ts';
import { isDict, type PdfDict, type PdfValue } from '../object.ts';
import { outlineEntries } from '../outline/outline-entries.ts';
import { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';

export interface PrintedPages {
  /** Undefined for a document without a title. */
  readonly title?: string | undefined;
  /** In millimetres, as the pages are seen. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** In the order of the document. Empty for one without tags, which has no outline. */
  readonly headings: readonly PrintedHeading[];
}

export interface PrintedHeading {
  /** Index of its page, from 0. */
  readonly page: number;
  /** From 1: that of the element (`h2`), or how deep it is in the outline. */
  readonly level: number;
  readonly title: string;
  /** Where it is: points from the upper left corner of its page. Undefined if the file does not say. */
  readonly place?: { readonly x: number; readonly y: number } | undefined;
}

/** A document with more headings has too many for a header to show. */
const maxHeadings = 20_000;
const maxTitleCharacters = 500;

/** Reads a PDF as Chromium writes it, before it is made smaller. Throws `PdfError`. */
export function readPrintedPages(pdf: Uint8Array): PrintedPages {
  const file = new PdfReader(pdf);
  const numbers = new Map<PdfDict, PageAt>();
  const sizes = [...getPages(file)].map((page, i) => {
    const view = trimmedView(file, page);
    numbers.set(page.dict, { number: i, top: view.box[3] });
    const [width, height] = visibleSize(view);
    return { width: width * millimetresPerPoint, height: height * millimetresPerPoint };
  });
  return { title: documentTitle(file), sizes, headings: readHeadings(file, numbers) };
}

interface PageAt {
  readonly number: number;
  readonly top: number;
}

function readHeadings(file: PdfReader, numbers: ReadonlyMap<PdfDict, PageAt>): PrintedHeading[] {
  const headings: PrintedHeading[] = [];
  for (const { entry, depth } of outlineEntries(file)) {
    if (headings.length >= maxHeadings) break;
    const title = file.string(entry, 'Title');
    const [targetRef, , left, top] = file.array(entry, 'Dest') ?? [];
    const target = file.resolve(targetRef);
    const page = isDict(target) ? numbers.get(target) : undefined;
    if (!title || page === undefined) continue;
    const element = file.dict(entry, 'SE');
    const [, level = depth] = /^H([1-6])$/.exec((element && file.name(element, 'S')) ?? '') ?? [];
    const text = decodeTextString(title).trim().slice(0, maxTitleCharacters);
    const place = placeOf(page, file.resolve(left), file.resolve(top));
    headings.push({ page: page.number, level: Number(level), title: text, ...(place ? { place } : {}) });
  }
  return headings;
}

const placeOf = ({ top }: PageAt, x: PdfValue, y: PdfValue): PrintedHeading['place'] =>
  typeof x === 'number' && typeof y === 'number' ? { x, y: top - y } : undefined;
