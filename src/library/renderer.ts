/** Renders documents in this process, with a browser that is started once. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { BrowserFacts } from '#browser/browser';
import { startBrowserPool } from '#browser/browser-pool';
import { defaultCacheDirectory } from '#browser/install/cache-directory';
import type { LibraryOption } from '#contract/document/option-table';
import type { Failure } from '#contract/errors';
import { type DocumentOptions, documentOptionsShape, readOptions } from './document-options.ts';
import type { DrawnImage, ImageOptions } from './images/draw-pdf.ts';
import type { RenderedScreenshot, ScreenshotOptions, ScreenshotSource } from './images/screenshot.ts';
import type { ListOptions } from './list-options.ts';
import { LocalRenderer } from './local-renderer.ts';
import type { RenderedPdf } from './pdf-result.ts';
import type { TemplateSource } from './template-source.ts';

export interface RendererOptions {
  /** Documents that are printed at the same time. Default: the number of processors. */
  readonly workers?: number | undefined;
  /** Milliseconds for each document. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * If true, templates are filled in threads that are terminated when they exceed their time or memory: for templates
   * that strangers write. Their `schema.json` and `base.pdf` are still read in this thread. Default: false. The HTML
   * itself always runs in the browser.
   */
  readonly isolateTemplates?: boolean | undefined;
  /** Path of a Chrome or Chromium. Default: the one that the package brings or `pdfapi browser install` installed. */
  readonly browserPath?: string | undefined;
  /** Where browsers are unpacked. Default: `~/.cache/pdfapi`; for root `/var/cache/pdfapi`. */
  readonly cacheDirectory?: string | undefined;
  /** If false, the browser runs without its sandbox: only for HTML that you trust. Default: true. */
  readonly sandbox?: boolean | undefined;
  /** Called if the start takes long, for example while the browser is unpacked for the first time. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

export interface TemplateRequest extends Pick<DocumentOptions, LibraryOption<'render'>>, ListOptions {
  /** The path or `file:` URL of a template folder, or the files of one in memory. */
  readonly template: TemplateSource;
}

export interface HtmlOptions extends DocumentOptions, ListOptions {
  /**
   * The folder of images, styles and fonts with relative addresses. Default: none; such addresses are then reported in
   * `warnings`.
   */
  readonly assets?: string | undefined;
  /** If false, the HTML is printed with its braces, without Twig. Default: true. */
  readonly twig?: boolean | undefined;
}

export interface RowsRequest<Row extends object = object>
  extends Pick<TemplateRequest, 'template' | LibraryOption<'batch'>> {
  /** One document is made of each: an array, a generator, a database cursor, a parsed CSV stream. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  /** Data that all rows share. Keys of a row override it. */
  readonly data?: DocumentOptions['data'];
  /** If true, a row that fails is yielded with its error, and the others go on. Default: false. */
  readonly continueOnError?: boolean | undefined;
}

export type RowResult<Row extends object = object> =
  | (RenderedPdf & { readonly index: number; readonly row: Row; readonly error?: undefined })
  | { readonly index: number; readonly row: Row; readonly error: Failure; readonly pdf?: undefined };

export interface Renderer extends AsyncDisposable {
  /**
   * Renders a template.
   *
   * Throws `template_not_found`, `invalid_template` (with file and line), `invalid_data` (with each field that does not
   * match `schema.json`), `invalid_option`, `invalid_e_invoice`, `not_conforming`, `strict`, `timeout`, `page_failed` and `memory_limit`.
   *
   * @example
   * const { pdf, pages } = await renderer.render({ template: './invoice', data: { number: '2026-104' } });
   */
  render(request: TemplateRequest): Promise<RenderedPdf>;
  /**
   * Renders HTML, with Twig if it has any.
   *
   * @example
   * const { pdf } = await renderer.html('<h1>Hello {{ name }}</h1>', { data: { name: 'Ada' }, format: 'A5' });
   */
  html(html: string | Uint8Array | ReadableStream<Uint8Array>, options?: HtmlOptions): Promise<RenderedPdf>;
  /**
   * Renders Markdown, with Twig if it has any. Front matter gives its title, its page settings and more.
   *
   * @example
   * const { pdf } = await renderer.markdown('# Notes for {{ name }}', { data: { name: 'Ada' } });
   */
  markdown(
    markdown: string | Uint8Array | ReadableStream<Uint8Array>,
    options?: HtmlOptions,
  ): Promise<RenderedPdf>;
  /**
   * Renders a public web page as a browser shows it. Private addresses need `allowHosts`.
   *
   * @example
   * const { pdf } = await renderer.webPage('https://example.com', { format: 'A4' });
   */
  webPage(address: string | URL, options?: DocumentOptions): Promise<RenderedPdf>;
  /**
   * Captures a page as the screen shows it, in place of its print: a window of 1280 × 720 CSS pixels with the styles for
   * screens, unless `viewport` and `media` say otherwise.
   *
   * Throws `invalid_option` (also for an image that is too large) and the errors of `render`.
   *
   * @example
   * const { image } = await renderer.screenshot({ url: 'https://example.com' }, { fullPage: true, format: 'webp' });
   */
  screenshot(source: ScreenshotSource, options?: ScreenshotOptions): Promise<RenderedScreenshot>;
  /**
   * Renders a document for each row, and yields them in the order of the rows. The template is read and compiled once;
   * at most twice as many rows are read ahead as are rendered at the same time.
   *
   * @example
   * for await (const { index, pdf } of renderer.rows({ template: './diploma', rows })) {
   *   await writeFile(`${index}.pdf`, pdf);
   * }
   */
  rows<Row extends object>(
    request: RowsRequest<Row> & { readonly continueOnError?: false | undefined },
  ): AsyncGenerator<Extract<RowResult<Row>, RenderedPdf>, void>;
  rows<Row extends object>(request: RowsRequest<Row>): AsyncGenerator<RowResult<Row>, void>;
  /**
   * Draws the pages of a finished PDF, by any program, as images: one after the other, so that a PDF may have any number.
   *
   * Throws `invalid_pdf`, `invalid_option` (also for an image of too many pixels), `timeout`, `page_failed` and
   * `memory_limit`.
   *
   * @example
   * for await (const { page, image } of renderer.images(pdf, { format: 'webp', dpi: 96 })) {
   *   await writeFile(`page-${page}.webp`, image);
   * }
   */
  images(pdf: Uint8Array, options?: ImageOptions): AsyncGenerator<DrawnImage, void>;
  /** The browser that prints. */
  readonly browser: Readonly<Pick<BrowserFacts, 'path' | 'version' | 'sandbox'>>;
  /** Ends the browser and all threads. Renders under way fail. Safe to call twice. */
  close(): Promise<void>;
}

const rendererSchema = z.strictObject({
  workers: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be at least 1' }).optional(),
  timeoutMs: documentOptionsShape.timeoutMs,
  isolateTemplates: z.boolean({ error: 'must be true or false' }).optional(),
  browserPath: z.string({ error: 'must be a path' }).optional(),
  cacheDirectory: z.string({ error: 'must be a path' }).optional(),
  sandbox: z.boolean({ error: 'must be true or false' }).optional(),
  onProgress: z
    .custom<(text: string) => void>((value) => typeof value === 'function', { error: 'must be a function' })
    .optional(),
});

/**
 * Starts a browser and returns a renderer, which makes PDFs until it is closed. It installs no signal handlers: close it,
 * or declare it with `await using`.
 *
 * Throws `browser_missing`, `browser_failed`, `sandbox_unavailable` and `invalid_option`.
 *
 * @example
 * await using renderer = await openRenderer({ workers: 2 });
 * const { pdf } = await renderer.render({ template: './invoice', data });
 */
export async function openRenderer(options: RendererOptions = {}): Promise<Renderer> {
  const { workers = availableParallelism(), ...read } = readOptions(rendererSchema, options);
  const { browser, facts } = await startBrowser(read, workers);
  return new LocalRenderer(browser, facts, workers, read);
}

type ReadRendererOptions = Omit<z.output<typeof rendererSchema>, 'workers'>;

/** Resolves when the browser runs, and rejects if its first start fails. */
async function startBrowser(options: ReadRendererOptions, workers: number) {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const browser = startBrowserPool({
    cacheDirectory: options.cacheDirectory ?? defaultCacheDirectory(process.env),
    environment: process.env,
    sandbox: options.sandbox ?? true,
    workers,
    onStartFailure: reject,
    ...(options.browserPath === undefined ? {} : { executablePath: options.browserPath }),
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
  // A failure of a later start is reported by the document that needs the browser.
  failed.catch(() => {});
  try {
    return { browser, facts: await Promise.race([browser.ready(), failed]) };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
