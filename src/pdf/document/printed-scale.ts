/** How much smaller than written a PDF shows its pages, as Chromium writes it: it makes all of them fit if something is wider. */
import { millimetresPerPoint } from '#contract/length';
import { PdfStream } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { getPages, type Page } from './page-tree.ts';
import { pageView, visibleSize } from './page-view.ts';

export interface PrintedScale {
  /** From 2/3 to 1. Undefined for pages that begin with something else, such as a picture with a filter. */
  readonly scale: number | undefined;
  /** The size of the first page in millimetres, and that of the first page that differs from it. */
  readonly sizes: readonly [PageArea, PageArea?];
}

interface PageArea {
  readonly width: number;
  readonly height: number;
}

/** Pages whose sizes are compared. */
const maxCompared = 200;

const pointsPerPixel = 72 / 96;

/** Two transformations with which the first page begins: to points, and to the pixels of the document in them. */
const transformations = /^\s*([\d.]+) 0 0 -[\d.]+ [-\d. ]+ cm\s.*?\n([\d.]+) 0 0 [\d.]+ [-\d. ]+ cm\s/s;

/** Returns undefined for a PDF without pages. Throws `PdfError`. */
export function readPrintedScale(pdf: Uint8Array): PrintedScale | undefined {
  const file = new PdfReader(pdf);
  let found: PrintedScale | undefined;
  let compared = 0;
  for (const page of getPages(file)) {
    const [width, height] = visibleSize(pageView(file, page)).map((length) => length * millimetresPerPoint);
    if (width === undefined || height === undefined) continue;
    found ??= { scale: undefined, sizes: [{ width, height }] };
    // All pages have the same.
    if (found.scale === undefined) found = { ...found, scale: readScale(file, page) };
    const [first] = found.sizes;
    if (first.width !== width || first.height !== height) {
      return { ...found, sizes: [first, { width, height }] };
    }
    if (++compared === maxCompared) break;
  }
  return found;
}

/** The one of the content of a page, which Chromium clips to its margins, behind the background that the page has itself. */
const ofContent = /\nq\n[-\d. ]+ re\nW\*? n\nq\n([\d.]+) 0 0 [\d.]+ [-\d. ]+ cm\s/;

function readScale(file: PdfReader, { dict }: Page): number | undefined {
  const contents = file.get(dict, 'Contents');
  const text =
    contents instanceof PdfStream ? Buffer.from(file.decode(contents)).toString('latin1', 0, 2_000) : '';
  const [, outer, inner] = transformations.exec(text) ?? [];
  const [, content] = ofContent.exec(text) ?? [];
  const scales = [content, inner].map((each) => (Number(outer) * Number(each)) / pointsPerPixel);
  return scales.find((scale) => scale >= 0.66 && scale < 1.01);
}
