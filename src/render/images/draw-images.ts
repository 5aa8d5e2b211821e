/**
 * Draws pages of a finished PDF as images, one after the other. pdf.js draws them in a page of the browser without network:
 * see `browser/drawing`. It draws text from the outlines of its fonts and knows no fonts of the machine, so that the
 * same PDF gives the same image everywhere.
 */

import type { Browser } from '#browser/browser';
import { resolvePages } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';

import { type ImageFormat, imageQuality, mediaTypeOf } from './image-format.ts';
import { setDensity } from './set-density.ts';

export interface ImageRequest {
  readonly pdf: Uint8Array;
  /** Tried in this order, after none. */
  readonly passwords?: readonly string[] | undefined;
  readonly format: ImageFormat;
  /** Pixels per inch of the page. */
  readonly dpi: number;
  /** The pages that are drawn, in this order, such as `1-3,last`. Default: all. */
  readonly pages?: string | undefined;
  /** The name of that field, for errors. */
  readonly pagesField: string;
  /** Pixels of one image. Default: 100 million. */
  readonly maxPixels?: number | undefined;
  /** See `PrintJob.owner`. */
  readonly owner?: string | undefined;
}

export interface PageImage {
  readonly bytes: Buffer;
  /** From 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImageSteps {
  /** Returns the deadline for opening the PDF, and then for each page. It is closed after the step. */
  readonly deadline: () => Deadline;
  /** Called once, before the first page is drawn. */
  readonly onOpen?: ((pages: readonly number[]) => void | Promise<void>) | undefined;
  /** Called with each image. The next page is drawn when it resolves. */
  readonly onImage: (image: PageImage) => void | Promise<void>;
}

/** The most pixels of one image: A1 at 300 dpi. Each takes four bytes while the image is drawn. */
const defaultMaxPixels = 100_000_000;

/**
 * Throws `invalid_pdf` for a PDF that cannot be read or opened with these passwords, `invalid_option` for pages that it
 * does not have and for an image with too many pixels, `timeout`, `page_failed`, `memory_limit`, and what `onImage` throws.
 *
 * @example
 * await drawImages(browser, { pdf, format: 'png', dpi: 150, pagesField: 'pages' }, {
 *   deadline: () => new Deadline(30_000),
 *   onImage: ({ page, bytes }) => writeFile(`page-${page}.png`, bytes),
 * });
 */
export async function drawImages(browser: Browser, request: ImageRequest, steps: ImageSteps): Promise<void> {
  const { pdf, format, dpi, pages, pagesField, passwords = [], owner } = request;
  const { maxPixels = defaultMaxPixels } = request;
  const step = async <Result>(work: (deadline: Deadline) => Promise<Result>): Promise<Result> => {
    const deadline = steps.deadline();
    try {
      return await work(deadline);
    } finally {
      deadline.close();
    }
  };
  const quality = format === 'png' ? undefined : imageQuality;
  const drawing = { dpi, type: mediaTypeOf(format), quality, maxPixels };
  const opening = steps.deadline();
  try {
    await browser.draw(
      { owner },
      async (page) => {
        const opened = await step((deadline) => page.open(pdf, { passwords, deadline }));
        if (opened.pages === 0) throw new Failure('invalid_pdf', 'The PDF has no pages.');
        const indexes =
          (pages === undefined
            ? undefined
            : resolvePages(pages, opened.pages, { field: pagesField }, { mayRepeat: true })) ??
          Array.from({ length: opened.pages }, (_, index) => index);
        await steps.onOpen?.(indexes.map((index) => index + 1));
        for (const index of indexes) {
          const drawn = await step((deadline) => opened.draw({ ...drawing, index }, deadline));
          await steps.onImage({ ...drawn, bytes: setDensity(drawn.bytes, format, dpi), page: index + 1 });
        }
        await opened.close();
      },
      opening,
    );
  } finally {
    opening.close();
  }
}
