/** How much smaller than written a PDF shows its pages, as Chromium writes it: it makes all of them fit if something is wider. */
import { PdfStream } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { getPages } from './page-tree.ts';

const pointsPerPixel = 72 / 96;

/** What the first page begins with: points, and the pixels of the document in them. */
const transformations = /^\s*([\d.]+) 0 0 -[\d.]+ [-\d. ]+ cm\s.*?\n([\d.]+) 0 0 [\d.]+ [-\d. ]+ cm\s/s;

/** From 0 to 1. Undefined for a page that begins otherwise. Throws `PdfError`. */
export function readPrintedScale(pdf: Uint8Array): number | undefined {
  const file = new PdfReader(pdf);
  for (const { dict } of getPages(file)) {
    const contents = file.get(dict, 'Contents');
    const text =
      contents instanceof PdfStream ? Buffer.from(file.decode(contents)).toString('latin1', 0, 2_000) : '';
    const [, outer, inner] = transformations.exec(text) ?? [];
    return inner === undefined ? undefined : (Number(outer) * Number(inner)) / pointsPerPixel;
  }
  return undefined;
}
