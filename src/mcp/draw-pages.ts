/** Draws the pages that an assistant looks at. */

import type { Browser } from '#browser/browser';
import { Failure } from '#contract/errors';
import { drawImages } from '#render/images/draw-images';
import { Deadline } from '#runtime/deadline';
import type { PagePicture } from './tool-result.ts';

/** Enough to read small print on A4: models scale larger pictures down. */
const dpi = 100;
/** For pages that have too many pixels: A0, and what is larger still. */
const lowerDpi = [30, 8] as const;
/** Pixels of one picture: A2 at 100 dpi. */
const maxPixels = 4_000_000;
/** Bytes of a PNG, above which the page is drawn as JPEG: it is most likely a photo. */
const maxPngBytes = 700_000;

export interface DrawOptions {
  /** See `DrawJob.owner`. */
  readonly owner: string;
  /** Milliseconds for each page. */
  readonly timeoutMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly audience?: 'api' | undefined;
}

/**
 * `pages` count from 1. Throws `invalid_pdf`, `page_failed`, `memory_limit`, `timeout` and the reason of the signal.
 *
 * @example
 * const [{ bytes }] = await drawPages(browser, pdf, [1], { owner: '7', signal });
 */
export async function drawPages(
  browser: Browser,
  pdf: Uint8Array,
  pages: readonly number[],
  options: DrawOptions,
): Promise<readonly PagePicture[]> {
  if (pages.length === 0) return [];
  const drawn = await drawAs('png', browser, pdf, pages, options);
  const large = drawn.filter(({ bytes }) => bytes.length > maxPngBytes).map(({ page }) => page);
  if (large.length === 0) return drawn;
  const smaller = await drawAs('jpeg', browser, pdf, large, options);
  return drawn.map((picture) => smaller.find(({ page }) => page === picture.page) ?? picture);
}

async function drawAs(
  format: 'png' | 'jpeg',
  browser: Browser,
  pdf: Uint8Array,
  pages: readonly number[],
  { owner, timeoutMs, signal, audience }: DrawOptions,
): Promise<readonly PagePicture[]> {
  const deadline = () => new Deadline(timeoutMs, signal, audience && { audience });
  let tooLarge: unknown;
  for (const density of [dpi, ...lowerDpi]) {
    // By page: if another document ends the browser, pages are drawn once more.
    const pictures = new Map<number, PagePicture>();
    try {
      await drawImages(
        browser,
        { pdf, format, dpi: density, pages: pages.join(','), pagesField: 'show_pages', maxPixels, owner },
        {
          deadline,
          onImage: ({ page, bytes }) => void pictures.set(page, { page, bytes, type: `image/${format}` }),
        },
      );
      return [...pictures.values()];
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid_option') throw error;
      tooLarge = error;
    }
  }
  throw tooLarge;
}
