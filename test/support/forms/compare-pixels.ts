/** Compares pictures of pages outside of some places. */
import type { Pixels } from '../images/read-png.ts';

/** Left, bottom, right, top in points from the lower left corner of the page. */
export type PagePlace = readonly number[];

interface CompareOptions {
  readonly dpi: number;
  /** What is within these is not compared. */
  readonly except: readonly PagePlace[];
}

/** The side of a square, in pixels. Readers smooth edges within a form in another way than those on the page. */
const side = 8;

/** Of the mean of a square, in colour values from 0 to 255. */
const tolerance = 40;

/** How many squares have another colour on the whole. */
export function countDifferences(a: Pixels, b: Pixels, { dpi, except }: CompareOptions): number {
  const { width, height } = a;
  if (width !== b.width || height !== b.height) return Number.POSITIVE_INFINITY;
  const scale = dpi / 72;
  const isCompared = new Uint8Array(width * height).fill(1);
  for (const [left = 0, bottom = 0, right = 0, top = 0] of except) {
    const [from, to] = [Math.floor(left * scale) - 1, Math.ceil(right * scale) + 1];
    for (let y = Math.floor(height - top * scale) - 1; y <= height - bottom * scale + 1; y++) {
      if (y >= 0 && y < height)
        isCompared.fill(0, y * width + Math.max(0, from), y * width + Math.max(0, to));
    }
  }
  let count = 0;
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const sums = [0, 0, 0];
      for (let y = top; y < Math.min(height, top + side); y++) {
        for (let x = left; x < Math.min(width, left + side); x++) {
          const at = y * width + x;
          if (isCompared[at] === 0) continue;
          for (const channel of [0, 1, 2]) {
            const difference = (a.data[at * 3 + channel] ?? 0) - (b.data[at * 3 + channel] ?? 0);
            sums[channel] = (sums[channel] ?? 0) + difference;
          }
        }
      }
      if (sums.some((sum) => Math.abs(sum) > tolerance * side * side)) count++;
    }
  }
  return count;
}
