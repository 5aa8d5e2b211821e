/** Pages of finished PDFs as images, one after the other. */
import { z } from 'zod';
import type { Browser } from '#browser/browser';
import { findSelectionProblem } from '#contract/api/page-selection';
import { drawImages, type PageImage } from '#render/images/draw-images';
import { defaultDpi, dpiLimits, type ImageFormat, imageFormats } from '#render/images/image-format';
import { Deadline, defaultTimeoutMs } from '#runtime/deadline';
import { readOptions } from '../document-options.ts';

export interface ImageOptions {
  /** Default: `png`. */
  readonly format?: ImageFormat | undefined;
  /** Pixels per inch of paper, from 1 to 2400. Default: 150. */
  readonly dpi?: number | undefined;
  /**
   * The pages that are drawn, in this order. Default: all.
   *
   * @example '1-3,last'
   */
  readonly pages?: string | undefined;
  /** Opens a protected PDF. */
  readonly password?: string | undefined;
  /** Milliseconds for opening the PDF, and for each page. Default: that of the renderer, else 30,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DrawnImage {
  readonly image: Uint8Array;
  /** From 1. */
  readonly page: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const { min, max } = dpiLimits;

const schema = z.strictObject({
  format: z.enum(imageFormats, { error: `must be one of: ${imageFormats.join(', ')}` }).optional(),
  dpi: z
    .number({ error: 'must be a number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })
    .optional(),
  pages: z
    .string({ error: 'must be a list of pages' })
    .refine((text) => findSelectionProblem(text) === undefined, {
      error: 'must be a list of pages, such as 1-3,last',
    })
    .optional(),
  password: z.string({ error: 'must be text' }).optional(),
  timeoutMs: z.number({ error: 'must be a number' }).positive({ error: 'must be positive' }).optional(),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
});

/**
 * Yields the image of each page. A consumer that stops ends the drawing. Throws `invalid_option`, `invalid_pdf`, `timeout`,
 * `page_failed` and `memory_limit`.
 */
export async function* drawPdf(
  browser: Browser,
  pdf: Uint8Array,
  options: ImageOptions,
  rendererTimeoutMs: number | undefined,
): AsyncGenerator<DrawnImage, void> {
  const read = readOptions(schema, options);
  const { format = 'png', dpi = defaultDpi, pages, password, signal } = read;
  const timeoutMs = read.timeoutMs ?? rendererTimeoutMs ?? defaultTimeoutMs;
  const stopped = new Error('The consumer has stopped.');
  let next = expected<PageImage | undefined>();
  let taken = expected<void>();
  const request = { pdf, format, dpi, pages, pagesField: 'pages', owner: 'renderer' };
  const drawing = drawImages(
    browser,
    { ...request, passwords: password === undefined ? [] : [password] },
    {
      deadline: () => new Deadline(timeoutMs, signal, { audience: 'library' }),
      async onImage(image) {
        next.resolve(image);
        await taken.promise;
      },
    },
  ).then(
    () => next.resolve(undefined),
    (error) => next.reject(error),
  );
  try {
    for (let drawn = await next.promise; drawn; drawn = await next.promise) {
      const { bytes: image, page, width, height } = drawn;
      yield { image, page, width, height };
      const before = taken;
      next = expected();
      taken = expected();
      before.resolve();
    }
  } finally {
    taken.reject(stopped);
    await drawing;
  }
}

/** A promise that may be rejected before it is awaited. */
function expected<Value>(): PromiseWithResolvers<Value> {
  const created = Promise.withResolvers<Value>();
  created.promise.catch(() => {});
  return created;
}
