/** Compares a document that was printed in parts with the same one printed whole. */
import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { readTags } from './read-tags.ts';

/** Text, links, outline, sizes and tags of all pages, and the pixels of those given: default all. */
export async function expectSameDocument(
  parts: Uint8Array,
  whole: Uint8Array,
  { pixelsOf = () => true }: { readonly pixelsOf?: (page: number) => boolean } = {},
): Promise<void> {
  const [joined, printed] = [await readPdf(parts), await readPdf(whole)];
  expect(joined.pages.map(words)).toEqual(printed.pages.map(words));
  expect(joined.sizes).toEqual(printed.sizes);
  expect(joined.links).toEqual(printed.links);
  expect(joined.indentedOutline).toEqual(printed.indentedOutline);
  expect(readTags(parts)).toEqual(readTags(whole));
  for (let page = 1; page <= printed.pages.length; page++) {
    if (!pixelsOf(page)) continue;
    const own = (await joined.picture(page)).pixels;
    const expected = (await printed.picture(page)).pixels;
    expect(own.length).toBe(expected.length);
    expect(
      countChanged(own, expected),
      `the share of pixels of page ${page} that differ`,
    ).toBeLessThanOrEqual(maxChanged);
  }
}

/** In their order. What is on one line is found from coordinates, which round to two sides: see `maxChanged`. */
const words = (page: string): readonly string[] => page.split(/\s+/);

/**
 * Chromium writes a page with coordinates of the whole document, in seven digits: where an edge or a line of text is rounded
 * to two sides, it is shown a fraction of a pixel higher or lower.
 */
const maxChanged = 0.005;

/** From 0 to 1. */
function countChanged(own: Uint8ClampedArray, expected: Uint8ClampedArray): number {
  let changed = 0;
  for (let i = 0; i < own.length; i++) if (own[i] !== expected[i]) changed++;
  return changed / own.length;
}
