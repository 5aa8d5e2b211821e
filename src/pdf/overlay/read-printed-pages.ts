/** Reads what is known of pages only after a document is printed: their sizes, and the headings on them. */
import { millimetresPerPoint } from '#contract/length';
import { documentTitle } from '../document/document-title.ts';
import { getPages } from '../document/page-tree.ts';
import { pageView, visibleSize } from '../document/page-view.ts';
import { isDict, type PdfDict } from '../object.ts';
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
}

/** A document with more headings has too many for a header to show. */
const maxHeadings = 20_000;
const maxTitleCharacters = 500;

/** Reads a PDF as Chromium writes it, before it is made smaller. Throws `PdfError`. */
export function readPrintedPages(pdf: Uint8Array): PrintedPages {
  const file = new PdfReader(pdf);
  const numbers = new Map<PdfDict, number>();
  const sizes = [...getPages(file)].map((page, i) => {
    numbers.set(page.dict, i);
    const [width, height] = visibleSize(pageView(file, page));
    return { width: width * millimetresPerPoint, height: height * millimetresPerPoint };
  });
  return { title: documentTitle(file), sizes, headings: readHeadings(file, numbers) };
}

function readHeadings(file: PdfReader, numbers: ReadonlyMap<PdfDict, number>): PrintedHeading[] {
  const headings: PrintedHeading[] = [];
  for (const { entry, depth } of outlineEntries(file)) {
    if (headings.length >= maxHeadings) break;
    const title = file.string(entry, 'Title');
    const target = file.resolve(file.array(entry, 'Dest')?.[0]);
    const page = isDict(target) ? numbers.get(target) : undefined;
    if (!title || page === undefined) continue;
    const element = file.dict(entry, 'SE');
    const [, level = depth] = /^H([1-6])$/.exec((element && file.name(element, 'S')) ?? '') ?? [];
    const text = decodeTextString(title).trim().slice(0, maxTitleCharacters);
    headings.push({ page, level: Number(level), title: text });
  }
  return headings;
}
