/** Says in what the pages of two PDFs differ, as poppler draws them. */
import { popplerImage } from '../../test/support/images/poppler-image.ts';
import type { Pixels } from '../../test/support/images/read-png.ts';
import type { Reftest } from './reftest.ts';

/** A pixel of CSS is one of the picture. */
const dpi = 96;

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

export function comparePrints(
  printed: Print,
  reference: Print,
  { pages, fuzzy }: Pick<Reftest, 'pages' | 'fuzzy'>,
): Comparison {
  const chosen = (count: number) =>
    Array.from({ length: count }, (_, index) => index + 1).filter(
      (number) => pages.length === 0 || pages.some(({ first, last }) => number >= first && number <= last),
    );
  const [ours, theirs] = [chosen(printed.pages), chosen(reference.pages)];
  if (ours.length !== theirs.length) {
    return { difference: `${ours.length} pages instead of ${theirs.length}`, isExact: false };
  }
  let isExact = true;
  const differences = ours.flatMap((number) => {
    const pixels = popplerImage(printed.pdf, number, dpi);
    const other = popplerImage(reference.pdf, number, dpi);
    if (pixels.width !== other.width || pixels.height !== other.height) {
      return `page ${number} has ${sizeOf(pixels)} pixels instead of ${sizeOf(other)}`;
    }
    if (Buffer.compare(pixels.data, other.data) === 0) return [];
    isExact = false;
    const count = countDifferent(pixels, other, Math.max(usualFuzz.maxDifference, fuzzy?.maxDifference ?? 0));
    return count > Math.max(usualFuzz.totalPixels, fuzzy?.totalPixels ?? 0)
      ? `page ${number}: ${count} pixels`
      : [];
  });
  const difference = differences.length ? differences.join(', ') : undefined;
  return { difference, isExact: isExact && difference === undefined };
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
