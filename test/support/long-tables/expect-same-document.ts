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
  expect(joined.pages).toEqual(printed.pages);
  expect(joined.sizes).toEqual(printed.sizes);
  expect(joined.links).toEqual(printed.links);
  expect(joined.outline).toEqual(printed.outline);
  expect(readTags(parts)).toEqual(readTags(whole));
  for (let page = 1; page <= printed.pages.length; page++) {
    if (!pixelsOf(page)) continue;
    const own = (await joined.picture(page)).pixels;
    const expected = (await printed.picture(page)).pixels;
    expect(Buffer.from(own).equals(Buffer.from(expected)), `the pixels of page ${page}`).toBe(true);
  }
}
