/** The pipeline: fill → print → finish. Template and data in, PDF out; independent of HTTP and the database. */
import type { Metadata, StandardsSettings } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import type { PageDefaults, PageSettings } from '../contract/page.ts';
import { applyBase } from './base-pdf.ts';
import type { Browser, PageFindings, Paper } from './browser/browser.ts';
import type { WebPage } from './browser/page/web-page.ts';
import { linkAddress } from './browser/print/document-links.ts';
import type { TemplateData } from './data-text.ts';
import type { Deadline } from './deadline.ts';
import { drawEditorTemplate, editorFindings } from './draw-editor-template.ts';
import type { Fill, Filled, FillJob } from './fill/fill.ts';
import { keepUnfilledBraces, unfilledBracesWarning } from './fill/unfilled-braces.ts';
import { fillWithoutTwig } from './fill/without-twig.ts';
import { attachFindings, describeUnfinished } from './findings.ts';
import type { Lint, LintJob } from './lint/index.ts';
import { describeLintFinding } from './lint/lint-finding.ts';
import { toLintJob } from './lint-template.ts';
import { mergePageSettings, resolvePaper } from './page-settings.ts';
import {
  type Attachment,
  compactPdf,
  countPages,
  makeReproducible,
  type PrintedPdf,
  type Properties,
  rewriteLinks,
  type Standards,
  setMetadata,
  setPrintedLanguage,
  startMarking,
  tagPrinted,
} from './pdf/index.ts';
import type { EditorResult } from './pdfme/editor-message.ts';
import type { EditorPool } from './pdfme/editor-pool.ts';
import { printedProblems } from './printed-problems.ts';
import {
  assertConforms,
  type CheckConformance,
  type CheckEInvoice,
  checkConformanceInProcess,
  checkEInvoiceInProcess,
  resolveStandards,
  toEmbeddedInvoice,
} from './requested-standards.ts';
import { decodeHtml } from './template/load/decode-html.ts';
import type { HtmlTemplate, Template } from './template/model/template.ts';
import type { TemplateSources } from './template/model/template-sources.ts';

export interface RenderRequest {
  readonly template: Template;
  readonly data: TemplateData;
  /** Overrides the template's own settings, key by key. Not accepted by editor templates. */
  readonly page?: PageSettings;
  /** Page size and margins if neither the caller nor the template, including its CSS, sets them. */
  readonly pageDefaults?: PageDefaults | undefined;
  /** Base URL of relative links, overriding the template's own. They stay relative if neither is given. */
  readonly baseUrl?: string | undefined;
  /** Base URL if neither the caller nor the template sets one. */
  readonly defaultBaseUrl?: string | undefined;
  /** Overrides the template's own properties, key by key. Values may contain Twig. */
  readonly metadata?: Metadata;
  /** Undefined variables, failed assets, page errors and missing glyphs fail the render. */
  readonly strict?: boolean;
  /** Makes the same input produce the same bytes: every date in the PDF, and Twig's `now`, is this one. */
  readonly reproducible?: { readonly date: Date };
  /** Hosts (`host` or `host:port`) that the page may reach although their address is not public. */
  readonly allowHosts?: readonly string[];
  /** If false, the PDF stays as Chromium wrote it, about twice as large. */
  readonly compact?: boolean;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Overrides the template's own, key by key. A document that does not conform fails. */
  readonly standards?: StandardsSettings | undefined;
  /** The XML of an e-invoice, in place of the template's `invoice.xml`. The PDF is then at least PDF/A-3b. */
  readonly eInvoice?: string | undefined;
  /**
   * No data was given. If filling prints nothing for every `{{ … }}` of the HTML, the braces are printed unchanged, with a
   * warning: pages of Vue and other frameworks have braces too.
   */
  readonly keepsUnfilledBraces?: boolean | undefined;
  /** Also collects the fonts. */
  readonly report?: boolean;
  /**
   * Also reports what keeps the PDF from being accessible and only its author can change. With `strict`, such warnings
   * fail the render, unless this is `'warn'`; hints never do. Editor templates have nothing that could be linted. Default:
   * for PDF/UA, without the contrast of texts.
   */
  readonly lint?: boolean | 'warn' | undefined;
  /** Where the parts of the template come from, for the findings of the lint. */
  readonly sources?: TemplateSources | undefined;
  /**
   * Identifies the template and everything above except `data`, if the caller has a short key for them: a pool then
   * finds its compiled template without comparing the text.
   */
  readonly key?: string;
  /** Owner of the document, if one browser serves several: see `PrintJob.owner`. */
  readonly owner?: string;
}

/** Compacts the document and sets its properties. Throws `PdfError`, and the errors of the deadline. */
export type Compact = (pdf: Uint8Array, properties: Properties, deadline: Deadline) => Promise<Uint8Array>;

/** Lays `base` under the document's pages. Throws the errors of `applyBase` and of the deadline. */
export type LayOver = (pdf: Uint8Array, base: Uint8Array, deadline: Deadline) => Promise<Uint8Array>;

/** Completes the tags of a printed PDF. Throws `PdfError`, and the errors of the deadline. */
export type CompleteTags = (printed: PrintedPdf, deadline: Deadline) => Promise<Uint8Array>;

/** In bytes. A larger PDF may be too much for a thread with other work, which is one with its own `completeTags`. */
const maxEarlyBytes = 300_000;

export interface RenderTools {
  /** Not needed for editor templates. */
  readonly browser?: Browser | undefined;
  readonly deadline: Deadline;
  /** Makes the PDF smaller; defaults to doing so in this thread. */
  readonly compact?: Compact;
  /** Lays `base.pdf` under the document; defaults to doing so in this thread. */
  readonly layOver?: LayOver;
  /** Completes the tags; defaults to doing so in this thread. */
  readonly completeTags?: CompleteTags;
  /** A pool's function if templates are untrusted; defaults to filling in this thread. */
  readonly fill?: Fill;
  /** A pool's function if the HTML is untrusted; defaults to doing so in this thread. */
  readonly lint?: Lint | undefined;
  /** For rendering more than one editor template; defaults to a thread for one document. */
  readonly editor?: EditorPool | undefined;
  /** Checks the XML of e-invoices; defaults to doing so in this thread. */
  readonly checkEInvoice?: CheckEInvoice | undefined;
  /** Checks finished PDFs that have a label; defaults to doing so in this thread. */
  readonly checkConformance?: CheckConformance | undefined;
}

export interface RenderedDocument {
  readonly pdf: Uint8Array;
  readonly report: RenderReport;
}

/** The content of `--report`. Times are in milliseconds. */
export interface RenderReport extends PageFindings {
  readonly pages: number;
  readonly bytes: number;
  readonly timings: {
    /** Includes compiling, and waiting for a thread of a pool. */
    readonly fill: number;
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly finish: number;
    readonly total: number;
  };
}

/**
 * Renders one document. `getFindings` returns what the page showed until an error ended its render.
 *
 * Throws `TemplateSyntaxError` and `TemplateRuntimeError` of `core/twig` as they are, and `Failure`:
 * `invalid_option` (margins that leave no room), `invalid_data` (a value that an editor template cannot draw),
 * `invalid_template` (a `base.pdf` that cannot be read), `invalid_e_invoice`, `not_conforming`, `timeout`, `page_failed`, `memory_limit`, `document_navigated`, `strict`,
 * `browser_failed`, `browser_missing`, `sandbox_unavailable`.
 */
export async function render(request: RenderRequest, tools: RenderTools): Promise<RenderedDocument> {
  return await printDocument(await fillDocument(request, tools), tools);
}

/** A document whose template is valid and filled: its Twig can no longer fail. */
export interface FilledDocument {
  readonly request: RenderRequest;
  readonly content: FilledContent;
  /** The labels of the PDF, and its e-invoice. */
  readonly standards: Standards | undefined;
  readonly now: Date;
  /** Milliseconds. */
  readonly ms: number;
  /** Size of the content held in memory, in characters or bytes. */
  readonly size: number;
}

type FilledContent =
  | {
      readonly template: HtmlTemplate;
      readonly paper: Paper;
      readonly lang: string | undefined;
      readonly filled: Filled;
      readonly webPage: WebPage | undefined;
      /** Of filling. */
      readonly warnings: readonly string[];
    }
  /** An editor template is drawn when it is filled. */
  | { readonly editorResult: EditorResult };

/** The first half of `render`, for callers that print only if several documents can be filled. */
export async function fillDocument(
  request: RenderRequest,
  { deadline, fill = fillInThisThread, editor, checkEInvoice = checkEInvoiceInProcess }: FillTools,
): Promise<FilledDocument> {
  const { template, data, strict = false, key } = request;
  const start = performance.now();
  const now = request.reproducible?.date ?? new Date();
  const labels = findLabels(request);
  const invoice = request.eInvoice === undefined ? template.invoice : undefined;
  const field = request.eInvoice === undefined ? 'invoice.xml' : 'config.e_invoice';
  const embed = async (filled: string | undefined): Promise<Standards | undefined> => {
    const xml = request.eInvoice ?? filled;
    if (xml === undefined) return labels;
    return { ...labels, eInvoice: toEmbeddedInvoice(xml, await checkEInvoice(xml, deadline), field) };
  };
  if (template.kind === 'editor') {
    const standards = await embed(
      invoice === undefined ? undefined : (await fill(invoiceJob(request, invoice, now), deadline)).invoice,
    );
    const editorResult = await drawEditorTemplate(template, request, { deadline, editor, now });
    return {
      request,
      content: { editorResult },
      standards,
      now,
      ms: performance.now() - start,
      size: editorResult.pdf.length,
    };
  }
  const settings = mergePageSettings(template.page, request.page);
  const paper = resolvePaper(settings, request.pageDefaults);
  const job: FillJob = {
    html: template.html,
    twig: template.twig ?? true,
    header: settings.header,
    footer: settings.footer,
    metadata: { ...template.metadata, ...request.metadata },
    invoice,
    partials: template.partials,
    strict,
    data,
    now,
    // Another e-invoice makes another text.
    key: request.eInvoice === undefined ? key : undefined,
  };
  const plain = fillWithoutTwig(job) ?? (await fill(job, deadline));
  const standards = await embed(plain.invoice);
  const kept = request.keepsUnfilledBraces ? keepUnfilledBraces(template.html, plain.html) : undefined;
  const filled = kept === undefined ? plain : { ...plain, html: kept };
  const warnings = kept === undefined ? [] : [unfilledBracesWarning(kept)];
  const lang = settings.lang ?? request.pageDefaults?.lang;
  const content = {
    template,
    paper,
    lang,
    filled,
    webPage: createWebPage(template, job, { fill, deadline }),
    warnings,
  };
  return { request, content, standards, now, ms: performance.now() - start, size: filled.html.length };
}

function whyUntagged(template: Template): string | undefined {
  if (template.kind === 'editor') return 'editor templates have none';
  return template.tags === false ? 'this document is made without them' : undefined;
}

/** An editor template is filled where it is drawn, apart from its e-invoice. */
function invoiceJob(
  { template: { partials }, strict = false, data, key }: RenderRequest,
  invoice: string,
  now: Date,
): FillJob {
  const id = key === undefined ? undefined : `${key}:invoice`;
  return { html: '', twig: false, metadata: {}, partials, strict, data, now, invoice, key: id };
}

type FillTools = Omit<RenderTools, 'browser'>;

/** Throws `invalid_option` for contradictions, before anything is filled. */
function findLabels({ template, standards, eInvoice, attachments = [] }: RenderRequest) {
  return resolveStandards({
    pdfa: standards?.pdfa ?? template.standards?.pdfa,
    pdfua: standards?.pdfua ?? template.standards?.pdfua,
    isInvoice: (eInvoice ?? template.invoice) !== undefined,
    attachments,
    untagged: whyUntagged(template),
  });
}

/** Loading the template engine takes a command 20 ms. */
const fillInThisThread: Fill = async (job, deadline) =>
  await (await import('./fill/in-process.ts')).fillInProcess(job, deadline);

/** The second half of `render`. */
export async function printDocument(
  { request, content, standards, now, ms }: FilledDocument,
  {
    browser,
    deadline,
    compact = compactInProcess,
    layOver = applyBase,
    checkConformance = checkConformanceInProcess,
    lint = lintInThisThread,
    completeTags = tagPrinted,
  }: Omit<RenderTools, 'fill' | 'editor' | 'checkEInvoice'>,
): Promise<RenderedDocument> {
  const { template, reproducible, attachments, compact: wanted = true } = request;
  const times = [performance.now()];
  const lap = () => times.push(performance.now());

  const { pdf, metadata, findings, timings } =
    'editorResult' in content
      ? toPrintedContent(content.editorResult)
      : await printHtml(request, content, { browser, lint, completeTags, deadline, standards });
  if (request.strict) assertNoFindings(findings, request.lint === 'warn' ? [] : findings.accessibility);
  lap();

  const based = template.basePdf ? await layOver(pdf, template.basePdf, deadline) : pdf;
  // The step that rewrites the file also sets its properties.
  const properties = { metadata, date: now, attachments, standards };
  const finished = reproducible
    ? makeReproducible(based, { date: now, compact: wanted, properties })
    : wanted
      ? await compact(based, properties, deadline)
      : setMetadata(based, metadata, properties);
  if (standards) {
    const linted = findings.accessibility;
    await assertConforms(finished, standards, { check: checkConformance, deadline, linted });
  }
  const pages = countPages(finished);
  deadline.check('finishing the PDF');
  lap();

  const [start = 0, printed = 0, end = 0] = times;
  const rounded = (time: number) => Math.round(time * 10) / 10;
  return {
    pdf: finished,
    report: {
      pages,
      bytes: finished.length,
      timings: {
        fill: rounded(ms - timings.drawn),
        browser: rounded(timings.browser),
        load: rounded(timings.load),
        print: rounded(timings.print + timings.drawn),
        finish: rounded(end - printed),
        total: rounded(ms + end - start),
      },
      ...findings,
    },
  };
}

/** What both kinds of template come to. `drawn`: milliseconds of the first half that went into more than filling. */
interface PrintedContent {
  readonly pdf: Uint8Array;
  readonly metadata: Metadata;
  readonly findings: PageFindings;
  readonly timings: {
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly drawn: number;
  };
}

function toPrintedContent(editorResult: EditorResult): PrintedContent {
  const { pdf, metadata, timings } = editorResult;
  const findings = editorFindings(editorResult);
  return { pdf, metadata, findings, timings: { browser: 0, load: 0, print: 0, drawn: timings.draw } };
}

interface PrintTools {
  readonly browser: Browser | undefined;
  readonly lint: Lint;
  readonly completeTags: CompleteTags;
  readonly deadline: Deadline;
  readonly standards: Standards | undefined;
}

async function printHtml(
  request: RenderRequest,
  { template, paper, lang, filled, webPage, warnings }: Extract<FilledContent, { template: HtmlTemplate }>,
  { browser, lint, completeTags, deadline, standards }: PrintTools,
): Promise<PrintedContent> {
  if (!browser) throw new Error('An html template cannot be printed without a browser.');
  const { metadata, ...html } = filled;
  const lintTemplate = async (contrast?: LintJob['options']['contrast']) =>
    await lint(toLintJob(template, { ...request, lang, title: metadata.title, contrast }), deadline);
  // Without contrast, which the page has to measure, it takes no time: it runs while the browser prints.
  const lintedBeside = request.lint === undefined && standards?.pdfua ? lintTemplate() : undefined;
  lintedBeside?.catch(() => {});
  const tags = template.tags ?? true;
  let marked: PrintedPdf['marked'];
  const { links, linkTexts, language, heading, lowContrast, findings, timings, ...printed } =
    await browser.print(
      {
        ...html,
        webPage,
        styles: template.styles,
        paper,
        lang,
        assets: template.assets,
        scripts: template.scripts ?? true,
        tags,
        onPrinted(pdf) {
          if (tags && (completeTags === tagPrinted || pdf.length <= maxEarlyBytes))
            marked = startMarking(pdf);
        },
        allowHosts: request.allowHosts ?? [],
        listFonts: request.report ?? false,
        measureContrast: Boolean(request.lint),
        date: request.reproducible?.date,
        owner: request.owner,
      },
      deadline,
    );
  const baseUrl = request.baseUrl ?? template.baseUrl ?? request.defaultBaseUrl;
  const rewrite = (address: string) => (links ? linkAddress(links, address, baseUrl) : address);
  const linked = await rewriteLinks(printed.pdf, rewrite);
  const texts = webPage ? undefined : [html.html, html.header, html.footer, template.styles];
  const printedWarnings = await printedProblems(
    printed.pdf,
    texts?.filter((text) => text !== undefined),
  );
  const linted = request.lint ? await lintTemplate(lowContrast) : await lintedBeside;
  const lintProblems = linted?.problem === undefined ? [] : [linted.problem];
  const problems = [...findings.problems, ...warnings, ...printedWarnings, ...lintProblems];
  const spoken = language === undefined ? linked : await setPrintedLanguage(linked, language);
  const described = linkTexts?.map(([address, text]): [string, string] => [rewrite(address), text]);
  const pdf = tags ? await completeTags({ pdf: spoken, links: described, marked }, deadline) : spoken;
  const titled = { ...metadata, title: metadata.title ?? heading };
  const found = { ...findings, problems, accessibility: linted?.findings };
  return { pdf, metadata: titled, findings: found, timings: { ...timings, drawn: 0 } };
}

/** A web page is fetched by the browser, and its Twig, where it is wanted, can be filled only then. */
function createWebPage(
  { address, twig = false }: HtmlTemplate,
  job: FillJob,
  { fill, deadline }: { readonly fill: Fill; readonly deadline: Deadline },
): WebPage | undefined {
  if (address === undefined) return undefined;
  if (!twig) return { address };
  return {
    address,
    async fill(body, contentType) {
      const { key: _, invoice: __, ...rest } = job;
      return (await fill({ ...rest, html: decodeHtml(body, contentType) }, deadline)).html;
    },
  };
}

/** Loading the parser takes a command 15 ms. */
const lintInThisThread: Lint = async (job) => (await import('./lint/index.ts')).runLint(job);

const compactInProcess: Compact = async (pdf, properties) => compactPdf(pdf, properties);

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Fails on findings that are warnings otherwise. It reports all of them, so that one run shows every fault. */
function assertNoFindings(findings: PageFindings, accessibility: PageFindings['accessibility'] = []): void {
  const { refused, failed, errors, missingGlyphs, problems: others, unfinished } = findings;
  const faults = accessibility.filter(({ severity }) => severity === 'warning');
  const problems = [
    ...refused.map(({ url, reason }) => `${url} was blocked: ${reason}`),
    ...failed.map(({ url, reason }) => `${url} did not load: ${reason}`),
    ...errors.map((error) => `A script failed: ${error.split('\n')[0]}`),
    ...others.map((problem) => problem.replace(/^[a-z]/, (letter) => letter.toUpperCase())),
    ...(missingGlyphs.length ? [`No font has these characters: ${missingGlyphs.join(' ')}`] : []),
    ...(unfinished ? [sentence(describeUnfinished(unfinished))] : []),
    ...faults.map((fault) => describeLintFinding(fault)),
  ];
  if (!problems.length) return;
  const [only = ''] = problems;
  const message = problems.length === 1 ? only : `The document has ${problems.length} problems.`;
  throw attachFindings(new Failure('strict', message, { errors: { document: problems } }), findings);
}
