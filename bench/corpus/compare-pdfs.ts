/** Compares two PDFs by what readers see: pages, words and pixels. */
import { readPdf } from '../../test/support/read-pdf.ts';

export interface Comparison {
  /** Of pdfapi and of plain Chromium. */
  readonly pages: readonly [number, number];
  readonly sameSizes: boolean;
  readonly sameWords: boolean;
  /** At one per point, in the first `maxPages` pages. Where a page is missing, all of the other one. */
  readonly differentPixels: number;
}

const maxPages = 12;
/** Out of 255. Smaller differences are invisible, and can result from rounding. */
const tolerance = 16;

export async function comparePdfs(own: Uint8Array, plain: Uint8Array): Promise<Comparison> {
  const [a, b] = [await readPdf(own), await readPdf(plain)];
  let differentPixels = 0;
  for (let number = 1; number <= Math.min(maxPages, Math.max(a.pages.length, b.pages.length)); number++) {
    const one = number <= a.pages.length ? await a.picture(number) : undefined;
    const other = number <= b.pages.length ? await b.picture(number) : undefined;
    differentPixels += differenceOf(one, other);
  }
  return {
    pages: [a.pages.length, b.pages.length],
    sameSizes: JSON.stringify(a.sizes) === JSON.stringify(b.sizes),
    sameWords: wordsOf(a.pages) === wordsOf(b.pages),
    differentPixels,
  };
}

const wordsOf = (pages: readonly string[]): string => pages.join(' ').split(/\s+/).filter(Boolean).join(' ');

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

function differenceOf(one: Picture | undefined, other: Picture | undefined): number {
  if (!one || !other || one.width !== other.width || one.height !== other.height) {
    return Math.max(areaOf(one), areaOf(other));
  }
  let different = 0;
  for (let i = 0; i < one.pixels.length; i += 4) {
    const far = [0, 1, 2].some(
      (channel) => Math.abs((one.pixels[i + channel] ?? 0) - (other.pixels[i + channel] ?? 0)) > tolerance,
    );
    if (far) different++;
  }
  return different;
}

const areaOf = (picture: Picture | undefined): number => (picture ? picture.width * picture.height : 0);
