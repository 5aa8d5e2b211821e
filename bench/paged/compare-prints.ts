/** Says in what the pages of two PDFs differ, as poppler draws them. */
import { popplerImage } from '../../test/support/images/poppler-image.ts';
import type { Pixels } from '../../test/support/images/read-png.ts';
import type { Reftest } from './reftest.ts';

/** A pixel of CSS is one of the picture. */
export const dpi = 96;

/**
 * Boxes may end between two pixels, in a test by its page margin and in its reference by a padding, which Chromium rounds to
 * whole pixels. So a pixel may also have the colours that are beside it in the other picture, and a few may have any.
 */
const usualFuzz = { maxDifference: 12, totalPixels: 24 };

export interface Comparison {
  /** Undefined if the prints are alike. */
  readonly difference: string | undefined;
  /** Whether no pixel differs at all. */
  readonly isExact: boolean;
}

export interface Print {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** Draws a page, from 1. */
export type Draw = (pdf: Uint8Array, page: number) => Pixels | Promise<Pixels>;

const drawWithPoppler: Draw = (pdf, page) => popplerImage(pdf, page, dpi);

/**
 * Programs leave seams of their own between letters and at the edges of pictures, so a page is alike if either of two draws it alike.
 * `drawOtherwise`: the second one.
 */
export async function comparePrints(
  printed: Print,
  reference: Print,
  { pages, fuzzy }: Pick<Reftest, 'pages' | 'fuzzy'>,
  drawOtherwise: Draw,
): Promise<Comparison> {
  // The choice is for the test itself: its references have only what they show.
  const ours = Array.from({ length: printed.pages }, (_, index) => index + 1).filter(
    (number) => pages.length === 0 || pages.some(({ first, last }) => number >= first && number <= last),
  );
  if (ours.length !== reference.pages) {
    return { difference: `${ours.length} pages instead of ${reference.pages}`, isExact: false };
  }
  const differences: string[] = [];
  let isExact = true;
  for (const [index, number] of ours.entries()) {
    const compareDrawn = async (draw: Draw) => {
      const [own, other] = [await draw(printed.pdf, number), await draw(reference.pdf, index + 1)];
      return comparePages(own, other, fuzzy);
    };
    const first = await compareDrawn(drawWithPoppler);
    isExact &&= first.isExact;
    if (first.difference === undefined) continue;
    const { difference } = await compareDrawn(drawOtherwise);
    if (difference !== undefined) differences.push(`page ${number}: ${first.difference}`);
  }
  return { difference: differences.length ? differences.join(', ') : undefined, isExact };
}

function comparePages(own: Pixels, other: Pixels, fuzzy: Reftest['fuzzy']): Comparison {
  if (own.width !== other.width || own.height !== other.height) {
    return { difference: `${sizeOf(own)} pixels instead of ${sizeOf(other)}`, isExact: false };
  }
  if (Buffer.compare(own.data, other.data) === 0) return { difference: undefined, isExact: true };
  const count = countDifferent(own, other, Math.max(usualFuzz.maxDifference, fuzzy?.maxDifference ?? 0));
  const isFar = count > Math.max(usualFuzz.totalPixels, fuzzy?.totalPixels ?? 0);
  return { difference: isFar ? `${count} pixels` : undefined, isExact: false };
}

const sizeOf = ({ width, height }: Pixels) => `${width} × ${height}`;

/** Pixels of either picture whose colour lies by more than `limit` outside of those around them in the other one. */
function countDifferent(one: Pixels, other: Pixels, limit: number): number {
  let count = 0;
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      if (isFar(one, other, { x, y }, limit) || isFar(other, one, { x, y }, limit)) count++;
    }
  }
  return count;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function isFar(one: Pixels, other: Pixels, { x, y }: Place, limit: number): boolean {
  const { width, height } = one;
  return [0, 1, 2].some((channel) => {
    const value = one.data[(y * width + x) * 3 + channel] ?? 0;
    if (Math.abs(value - (other.data[(y * width + x) * 3 + channel] ?? 0)) <= limit) return false;
    let [least, most] = [255, 0];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const near = other.data[(v * width + u) * 3 + channel] ?? 0;
        least = Math.min(least, near);
        most = Math.max(most, near);
      }
    }
    return value < least - limit || value > most + limit;
  });
}
