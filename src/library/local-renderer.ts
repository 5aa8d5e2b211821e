/** The renderer of `openRenderer`: turns the options of a call into a finished document, in a browser that runs. */
import { z } from 'zod';
import type { Browser, BrowserFacts } from '#browser/browser';
import type { BrowserPool } from '#browser/browser-pool';
import type { ScreenshotSettings } from '#browser/screenshot/take-screenshot';
import { Failure } from '#contract/errors';
import type { TextFormat } from '#contract/files/text-format';
import { type PdfContent, toBytes as toPdfBytes } from '#pdf/large-pdf/large-pdf';
import { writePdf } from '#pdf/large-pdf/write-pdf';
import { listParts } from '#render/paged/plan-header-footer';
import type { RenderedContent } from '#render/render-request';
import { prepareProtection } from '#render/sealing/requested-protection';
import { assertSignable } from '#render/sealing/requested-signature';
import { stampSources, toStamps } from '#render/stamp/to-stamps';
import { toRenderRequest } from '#render/to-render-request';
import { Deadline, defaultTimeoutMs } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { type DataSchema, readDataSchema } from '#template/data/data-schema';
import { startCachedFill } from '#template/fill/cached';
import type { Fill } from '#template/fill/fill';
import { type FillPool, startFillPool } from '#template/fill/start-fill-pool';
import { type LintPool, startLintPool } from '#template/lint/start-lint-pool';
import { readHtmlBytes } from '#template/load/read-html-file';
import { readTemplate } from '#template/load/read-template';
import { readWebPage } from '#template/load/read-web-page';
import type { Template } from '#template/model/template';
import type { TemplateSources } from '#template/model/template-sources';
import { type EditorPool, startEditorPool } from '#template/pdfme/editor-pool';
import { type DocumentOptions, optionsShape, readOptions } from './document-options.ts';
import type { DrawnImage, ImageOptions } from './images/draw-pdf.ts';
import {
  type RenderedScreenshot,
  readScreenshotOptions,
  readScreenshotSource,
  type ScreenshotOptions,
  type ScreenshotSource,
} from './images/screenshot.ts';
import { invalidOption } from './invalid-option.ts';
import { listsSchema, toRowSources } from './list-options.ts';
import { type RenderedPdf, renderedPdf } from './pdf-result.ts';
import { renderDocument } from './render-document.ts';
import type {
  HtmlOptions,
  Renderer,
  RendererOptions,
  RowResult,
  RowsRequest,
  TemplateRequest,
} from './renderer.ts';
import { orderedResults } from './run-rows.ts';
import type { Signer } from './signing/open-signer.ts';
import { toTemplateData } from './template-data.ts';
import { openTemplateSource, type TemplateSource } from './template-source.ts';

/** A document before its data: the template that was read, with its texts and its schema. */
interface Source {
  readonly template: Template;
  readonly sources: TemplateSources;
  readonly schema?: DataSchema | undefined;
}

const documentSchema = z.strictObject({ ...optionsShape('render'), rows: listsSchema });
const webPageSchema = z.strictObject({ ...optionsShape('html'), rows: listsSchema });
const htmlSchema = z.strictObject({
  ...webPageSchema.shape,
  assets: z.string({ error: 'must be the path of a folder' }).optional(),
  twig: z.boolean({ error: 'must be true or false' }).optional(),
});
const rowsSchema = z.strictObject({
  ...optionsShape('batch'),
  continueOnError: z.boolean({ error: 'must be true or false' }).optional(),
});

type ReadOptions = z.output<typeof webPageSchema>;

/** The options of a renderer that apply to each of its documents. */
type SharedOptions = Pick<RendererOptions, 'timeoutMs' | 'isolateTemplates'>;

/** Compiled templates that a renderer keeps. */
const compiledTemplates = { count: 100, size: 64 * 1024 * 1024 } as const;

/** Documents of one renderer may use each other's pages, which are cleared in between. */
const owner = 'renderer';

const inMemory = { advice: 'Let the renderer write it to a file, with the option file.' } as const;

/** Reads the key once for all documents of a call. Throws `invalid_option`. */
async function prepareSigner({
  sign,
  protection,
  reproducible,
  allowHosts,
}: ReadOptions): Promise<Signer | undefined> {
  if (!sign) return undefined;
  assertSignable({ isProtected: protection !== undefined, isReproducible: reproducible !== undefined });
  // Loading what signs takes a program some milliseconds, and most sign nothing.
  const { openSigner } = await import('./signing/open-signer.ts');
  return openSigner({ allowHosts, ...sign }, 'public');
}

/** A signature covers every byte, which therefore are in memory. */
async function sign(signer: Signer, pdf: PdfContent) {
  const signed = await signer.sign(await toPdfBytes(pdf, inMemory));
  return { pdf: signed.pdf, warnings: [...signer.warnings, ...signed.warnings] };
}

export class LocalRenderer implements Renderer {
  readonly browser: Renderer['browser'];
  readonly #pool: BrowserPool;
  readonly #workers: number;
  readonly #options: SharedOptions;
  readonly #fill: Fill;
  readonly #fillPool: FillPool | undefined;
  readonly #lintPool: LintPool | undefined;
  #editor: EditorPool | undefined;
  #closing: Promise<unknown> | undefined;

  constructor(pool: BrowserPool, facts: BrowserFacts, workers: number, options: SharedOptions) {
    const { path, version, sandbox } = facts;
    this.browser = { path, version, sandbox };
    this.#pool = pool;
    this.#workers = workers;
    this.#options = options;
    this.#fillPool = options.isolateTemplates ? startFillPool({ workers }) : undefined;
    this.#lintPool = options.isolateTemplates ? startLintPool() : undefined;
    this.#fill = this.#fillPool?.fill ?? startCachedFill(compiledTemplates);
  }

  /** The browser of a renderer of `openRenderer`, for other functions of the library; undefined for another object. */
  static browserOf(renderer: object): Browser | undefined {
    return renderer instanceof LocalRenderer ? renderer.#pool : undefined;
  }

  async render({ template, ...options }: TemplateRequest): Promise<RenderedPdf> {
    const read = readOptions(documentSchema, options);
    const signer = await prepareSigner(read);
    return await this.#print(await this.#read(template), read, signer);
  }

  async html(
    html: string | Uint8Array | ReadableStream<Uint8Array>,
    options: HtmlOptions = {},
  ): Promise<RenderedPdf> {
    return await this.#text('html', html, options);
  }

  async markdown(
    markdown: string | Uint8Array | ReadableStream<Uint8Array>,
    options: HtmlOptions = {},
  ): Promise<RenderedPdf> {
    return await this.#text('markdown', markdown, options);
  }

  async webPage(address: string | URL, options: DocumentOptions = {}): Promise<RenderedPdf> {
    const read = readOptions(webPageSchema, options);
    const signer = await prepareSigner(read);
    const page = readWebPage(toWebAddress(address), { twig: read.data !== undefined });
    return await this.#print(page, read, signer);
  }

  async screenshot(source: ScreenshotSource, options: ScreenshotOptions = {}): Promise<RenderedScreenshot> {
    const { screenshot, assets, twig, document } = readScreenshotOptions(options);
    const captured = await this.#readSource(source, { assets, twig, hasData: document.data !== undefined });
    const { pdf, report } = await this.#render(captured, document, screenshot);
    const { width = 0, height = 0 } = report.screenshot ?? {};
    const { warnings } = renderedPdf(new Uint8Array(), report);
    return { image: await toPdfBytes(pdf, inMemory), width, height, warnings, report };
  }

  rows<Row extends object>(
    request: RowsRequest<Row> & { readonly continueOnError?: false | undefined },
  ): AsyncGenerator<Extract<RowResult<Row>, RenderedPdf>, void>;
  rows<Row extends object>(request: RowsRequest<Row>): AsyncGenerator<RowResult<Row>, void>;
  async *rows<Row extends object>({
    template,
    rows,
    ...options
  }: RowsRequest<Row>): AsyncGenerator<RowResult<Row>, void> {
    const { continueOnError, data: shared, ...read } = readOptions(rowsSchema, options);
    const signer = await prepareSigner(read);
    const source = await this.#read(template);
    const work = async ({ index, row }: Numbered<Row>): Promise<RowResult<Row>> => {
      try {
        const data = { ...shared, ...row };
        return { index, row, ...(await this.#print(source, { ...read, data }, signer)) };
      } catch (error) {
        if (!continueOnError || !(error instanceof Failure)) throw error;
        return { index, row, error };
      }
    };
    // While pages print, the next document is filled and the last one finished.
    yield* orderedResults(numbered(rows), this.#workers + 1, work);
  }

  async *images(pdf: Uint8Array, options: ImageOptions = {}): AsyncGenerator<DrawnImage, void> {
    if (this.#closing) throw new Failure('browser_failed', 'The renderer is closed.');
    const { drawPdf } = await import('./images/draw-pdf.ts');
    yield* drawPdf(this.#pool, pdf, options, this.#options.timeoutMs);
  }

  async close(): Promise<void> {
    const pools = [this.#pool, this.#fillPool, this.#lintPool, this.#editor];
    this.#closing ??= Promise.all(pools.map((pool) => pool?.close()));
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #text(
    format: TextFormat,
    text: string | Uint8Array | ReadableStream<Uint8Array>,
    options: HtmlOptions,
  ): Promise<RenderedPdf> {
    const { assets, twig, ...read } = readOptions(htmlSchema, options);
    const { template, sources } = await readHtmlBytes(format, await toBytes(format, text), assets, format);
    const signer = await prepareSigner(read);
    return await this.#print({ template: { ...template, twig }, sources }, read, signer);
  }

  async #read(template: TemplateSource): Promise<Source> {
    const tree = await openTemplateSource(template);
    const [{ template: read, sources }, schema] = await Promise.all([
      readTemplate(tree),
      readDataSchema(tree),
    ]);
    return { template: read, sources, schema };
  }

  async #readSource(
    source: ScreenshotSource,
    { assets, twig, hasData }: Pick<ScreenshotOptions, 'assets' | 'twig'> & { readonly hasData: boolean },
  ): Promise<Source> {
    const [kind, value] = readScreenshotSource(source);
    if (kind === 'template') return await this.#read(value);
    if (kind === 'url') return readWebPage(toWebAddress(value), { twig: twig ?? hasData });
    const { template, sources } = await readHtmlBytes(kind, await toBytes(kind, value), assets, kind);
    return { template: { ...template, twig }, sources };
  }

  async #print(source: Source, options: ReadOptions, signer: Signer | undefined): Promise<RenderedPdf> {
    const { pdf, report } = await this.#render(source, options);
    const { file } = options;
    const signed = signer && (await sign(signer, pdf));
    const finished = signed?.pdf ?? pdf;
    const facts = { ...report, bytes: finished.length };
    if (file !== undefined) await writePdf(file, finished);
    const left = file === undefined ? await toPdfBytes(finished, inMemory) : new Uint8Array();
    const result = renderedPdf(left, facts);
    return signed ? { ...result, warnings: [...result.warnings, ...signed.warnings] } : result;
  }

  async #render(
    { template, sources, schema }: Source,
    options: ReadOptions,
    screenshot?: ScreenshotSettings,
  ): Promise<RenderedContent> {
    if (this.#closing) throw new Failure('browser_failed', 'The renderer is closed.');
    const { data: values = {}, signal, timeoutMs = this.#options.timeoutMs ?? defaultTimeoutMs } = options;
    const data = toTemplateData(values);
    const rows = chooseLists(template, data.plain, toRowSources(options.rows));
    schema?.validate(data.plain, timeoutMs, Object.keys(rows));
    const { data: _, rows: __, sign: ___, signal: ____, timeoutMs: _____, file: ______, ...asked } = options;
    const { header, footer, metadata } = options;
    const protection = prepareProtection(options.protection);
    const stamp = toStamps(options.stamp, 'stamp');
    const deadline = new Deadline(timeoutMs, signal, { audience: 'library' });
    try {
      return await renderDocument(
        {
          ...toRenderRequest(template, { ...(asked as Required<typeof asked>), protection, stamp }),
          sources: sources.with({ ...optionSources({ header, footer, metadata }), ...stampSources(stamp) }),
          screenshot,
          data: data.exact,
          rows,
          schema,
          isTrusted: !this.#options.isolateTemplates,
          owner,
        },
        {
          browser: this.#pool,
          fill: this.#fill,
          lint: this.#lintPool?.lint,
          editor: this.#editorPool(template),
          deadline,
          longDocuments: {},
        },
      );
    } finally {
      deadline.close();
    }
  }

  #editorPool({ kind }: Template): EditorPool | undefined {
    if (kind !== 'editor') return undefined;
    this.#editor ??= startEditorPool({ workers: this.#workers });
    return this.#editor;
  }
}

export const { browserOf } = LocalRenderer;

interface Numbered<Row> {
  readonly index: number;
  readonly row: Row;
}

async function* numbered<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Numbered<Row>> {
  let index = 0;
  for await (const row of rows) yield { index: index++, row };
}

async function toBytes(
  name: string,
  text: string | Uint8Array | ReadableStream<Uint8Array>,
): Promise<Uint8Array> {
  if (typeof text === 'string') return Buffer.from(text);
  if (text instanceof Uint8Array) return text;
  if (text instanceof ReadableStream) return new Uint8Array(await new Response(text).arrayBuffer());
  throw invalidOption(name, 'must be text, a Uint8Array or a ReadableStream');
}

function toWebAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(String(address)) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure(
    'invalid_option',
    `${JSON.stringify(String(address))} is not the address of a web page.`,
    {
      errors: { address: ['The address must begin with http:// or https://.'] },
    },
  );
}

/** Names the option in an error of its Twig. */
function optionSources({
  header,
  footer,
  metadata = {},
}: Pick<ReadOptions, 'header' | 'footer' | 'metadata'>) {
  const given = {
    ...Object.fromEntries([...listParts('header', header), ...listParts('footer', footer)]),
    ...Object.fromEntries(Object.entries(metadata).map(([key, text]) => [`metadata.${key}`, text])),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([part, text]) =>
      typeof text === 'string' ? [[part, { file: part, text }]] : [],
    ),
  );
}
