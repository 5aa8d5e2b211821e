/** The second half of a render: a filled document is printed and finished. */
import { setImmediate } from 'node:timers/promises';
import { resolvePages } from '../contract/api/page-selection.ts';
import type { Metadata } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import type { PageFindings, PrintJob } from './browser/browser.ts';
import { mayPlaceSignatures } from './browser/print/content/signature-places.ts';
import { linkAddress } from './browser/print/document-links.ts';
import { mayFitContents } from './browser/print/paper/page-size-css.ts';
import type { Region } from './browser/region.ts';
import { editorFindings } from './draw-editor-template.ts';
import type { FilledContent, FilledDocument } from './fill-document.ts';
import { attachFindings, describeUnfinished } from './findings.ts';
import { DeferredStreams } from './large-pdf/deferred-streams.ts';
import { toLargePdf } from './large-pdf/insert-streams.ts';
import type { Lint, LintJob } from './lint/index.ts';
import { describeLintFinding } from './lint/lint-finding.ts';
import { toLintJob } from './lint-template.ts';
import { mayBeDivided } from './long-documents/reading/may-be-divided.ts';
import type { LongReport } from './long-documents/with-long-documents.ts';
import type { PrintedOverlay } from './paged/overlay/print-overlay.ts';
import { printLayers } from './paged/print-layers.ts';
import {
  countPages,
  isBlank,
  makeReproducible,
  type PrintedPdf,
  rewriteLinks,
  type Standards,
  startMarking,
  writeOutline,
  writePageLabels,
} from './pdf/index.ts';
import type { EditorResult } from './pdfme/editor-message.ts';
import { locateFindings } from './pdfme/lint-design.ts';
import { type CompletePrintedOptions, completePrinted } from './printed/complete-printed.ts';
import type { RenderedContent, RenderedDocument, RenderRequest, RenderTools } from './render-request.ts';
import { assertConforms } from './requested-standards.ts';
import type { HtmlTemplate } from './template/model/template.ts';

/** The second half of `render`. */
export async function printDocument(
  filled: FilledDocument,
  tools: PrintDocumentTools,
): Promise<RenderedContent> {
  if (tools.deferred) return await printAndFinish(filled, tools, tools.deferred);
  const deferred = new DeferredStreams();
  try {
    const { pdf, report } = await printAndFinish(filled, tools, deferred);
    if (deferred.all.length === 0) {
      await deferred.close();
      return { pdf, report };
    }
    const { deadline, work } = tools;
    const { protection } = filled.request;
    const whole = await toLargePdf(pdf, deferred, { deadline, protection, work });
    return { pdf: whole, report: { ...report, bytes: whole.length } };
  } catch (error) {
    await deferred.close();
    throw error;
  }
}

type PrintDocumentTools = Omit<RenderTools, 'fill' | 'editor' | 'schedule'>;

async function printAndFinish(
  { request, content, standards, now, region, notices, fillStamps, ms }: FilledDocument,
  tools: PrintDocumentTools,
  deferred: DeferredStreams,
): Promise<RenderedDocument> {
  const { browser, deadline, work } = tools;
  const { template, reproducible, attachments, compact: wanted = true } = request;
  const times = [performance.now()];
  const lap = () => times.push(performance.now());

  const printedContent =
    'editorResult' in content
      ? toPrintedContent(content.editorResult, request)
      : await printHtml(request, content, { ...tools, deferred, standards, region });
  const { pdf, metadata, timings, causes, longReport, isCompact } = printedContent;
  let { findings } = printedContent;
  const unread = notices.describeUnreadData(request);
  const unreadProblems = unread === undefined ? [] : [unread];
  if (request.strict)
    assertNoFindings(
      { ...findings, problems: [...unreadProblems, ...findings.problems] },
      request.lint === 'warn' ? [] : findings.accessibility,
    );
  lap();

  const { basePdf: base } = template;
  const based = base ? await work.layUnder({ pdf, base, password: request.basePassword }, deadline) : pdf;
  const selected =
    request.pages === undefined
      ? undefined
      : resolvePages(request.pages, countPages(based), { field: 'config.pages' });
  let stamped: Uint8Array | undefined;
  if (fillStamps) {
    const { printRequestedStamps } = await import('./paged/stamp/requested-stamps.ts');
    const { layers, findings: found } = await printRequestedStamps(request, based, selected, {
      browser,
      deadline,
      fill: fillStamps,
      work,
      lang: 'editorResult' in content ? undefined : content.lang,
      region,
    });
    if (found && request.strict) assertNoFindings(found);
    if (found) findings = (await import('./paged/overlay/merge-findings.ts')).mergeFindings(findings, found);
    stamped = await work.stamp({ pdf: based, pages: selected, layers }, deadline);
  }
  const left = stamped ? undefined : selected;
  const arranged = stamped ?? based;
  // The step that rewrites the file also sets its properties.
  const properties = { metadata, date: now, attachments, standards };
  const task = { pdf: arranged, properties, pages: left };
  let pages: number | undefined;
  let finished: Uint8Array;
  if (reproducible) {
    finished = makeReproducible(arranged, { date: now, compact: wanted, properties, pages: left });
  } else if (wanted && !isCompact) finished = await work.compact(task, deadline);
  else ({ pdf: finished, pages } = await work.setProperties(task, deadline));
  if (standards) {
    const { accessibility: linted, missingGlyphs } = findings;
    const check = { check: work.checkConformance, deadline, linted, missingGlyphs, causes };
    await assertConforms(finished, standards, check);
  }
  pages ??= countPages(finished);
  const { protection } = request;
  // Last, so that everything above reads and checks what the file holds.
  const isWhole = deferred.all.length === 0;
  const whole = protection && isWhole ? await work.protect(finished, protection, deadline) : finished;
  deadline.check('finishing the PDF');
  lap();

  const [start = 0, printed = 0, end = 0] = times;
  const rounded = (time: number) => Math.round(time * 10) / 10;
  return {
    pdf: whole,
    report: {
      pages,
      bytes: whole.length,
      timings: {
        fill: rounded(ms - timings.drawn),
        browser: rounded(timings.browser),
        load: rounded(timings.load),
        print: rounded(timings.print + timings.drawn),
        finish: rounded(end - printed),
        total: rounded(ms + end - start),
      },
      ...findings,
      problems: [...unreadProblems, ...notices.describe(request.sources), ...findings.problems],
      ...longReport,
    },
  };
}

/** What both kinds of template come to. `drawn`: milliseconds of the first half that went into more than filling. */
interface PrintedContent {
  readonly pdf: Uint8Array;
  readonly metadata: Metadata;
  readonly findings: PageFindings;
  /** What may keep it from conforming, as sentences. */
  readonly causes?: readonly string[];
  readonly longReport?: LongReport | undefined;
  /** Whether its parts were made smaller one by one. */
  readonly isCompact?: boolean | undefined;
  readonly timings: {
    readonly browser: number;
    readonly load: number;
    readonly print: number;
    readonly drawn: number;
  };
}

function toPrintedContent(editorResult: EditorResult, { sources }: RenderRequest): PrintedContent {
  const { pdf, heading, linted, missingGlyphs, timings } = editorResult;
  const causes = missingGlyphs.map(
    ([character, label]) => `${label}: its font does not have the character ${character}.`,
  );
  const accessibility = linted && locateFindings(linted, sources);
  const metadata = { ...editorResult.metadata, title: editorResult.metadata.title ?? heading };
  const findings = { ...editorFindings(editorResult), accessibility };
  return { pdf, metadata, findings, causes, timings: { browser: 0, load: 0, print: 0, drawn: timings.draw } };
}

interface PrintTools extends PrintDocumentTools {
  readonly deferred: DeferredStreams;
  readonly standards: Standards | undefined;
  readonly region: Region;
}

async function printHtml(
  request: RenderRequest,
  {
    template,
    paper,
    lang,
    filled,
    webPage,
    headerFooter,
    warnings,
  }: Extract<FilledContent, { template: HtmlTemplate }>,
  {
    browser,
    lint = lintInThisThread,
    deferred,
    work,
    deadline,
    isLong,
    longDocuments,
    standards,
    region,
  }: PrintTools,
): Promise<PrintedContent> {
  if (!browser) throw new Error('An html template cannot be printed without a browser.');
  const { html, metadata } = filled;
  // The HTML of Markdown has the lines of the Markdown.
  const linted = template.markdown ? { ...template, html, twig: false } : template;
  const lintTemplate = async (contrast?: LintJob['options']['contrast']) =>
    await lint(
      toLintJob(linted, { ...request, lang, title: metadata.title, pdfua: standards?.pdfua, contrast }),
      deadline,
    );
  // Without contrast, which the page has to measure, the lint takes no time: it runs while the browser prints.
  const lintsBeside = request.lint === undefined && standards?.pdfua === true;
  const workMeanwhile = async () => {
    // The request to the browser is written in an earlier one.
    await setImmediate();
    if (standards) work.prepareCheck();
    return lintsBeside ? await lintTemplate() : undefined;
  };
  const beside: { linted?: ReturnType<typeof workMeanwhile> } = {};
  const tags = template.tags ?? true;
  let marked: PrintedPdf['marked'];
  const job: PrintJob = {
    html,
    webPage,
    styles: template.styles,
    paper,
    lang,
    assets: template.assets,
    scripts: template.scripts ?? true,
    tags,
    onPrinting() {
      if (beside.linted) return;
      beside.linted = workMeanwhile();
      beside.linted.catch(() => {});
    },
    onPrinted(pdf) {
      if (tags && pdf.length <= work.maxBytesHere) marked = startMarking(pdf);
    },
    allowHosts: request.allowHosts ?? [],
    listFonts: request.report ?? false,
    measureContrast: Boolean(request.lint),
    deferred,
    maxEmbeddedBytes: request.maxEmbeddedBytes,
    maxPdfBytes: request.maxPdfBytes,
    date: request.reproducible?.date,
    region,
    owner: request.owner,
    isLong,
  };
  const baseUrl = request.baseUrl ?? template.baseUrl ?? request.defaultBaseUrl;
  const texts = webPage ? undefined : [html, template.styles];
  const dividing =
    // Parts are joined before their signature fields could be found.
    longDocuments &&
    !mayPlaceSignatures(html) &&
    mayBeDivided(html, longDocuments) &&
    !mayFitContents(paper, [template.styles ?? '', html])
      ? (await import('./long-documents/with-long-documents.ts')).withLongDocuments(browser, {
          ...longDocuments,
          html,
          baseUrl,
        })
      : undefined;
  const { printed, layers, paged, labels, findings } = await printLayers(job, headerFooter, {
    browser: dividing ?? browser,
    deadline,
    work,
  });
  const { heading, lowContrast } = printed;
  const tag: CompletePrintedOptions['tag'] = (tagged) => work.completeTags({ ...tagged, marked }, deadline);
  const completed =
    dividing?.completed ?? (await completePrinted(printed, { baseUrl, texts, tag: tags ? tag : undefined }));
  const found = request.lint ? await lintTemplate(lowContrast) : await beside.linted;
  const lintProblems = found?.problem === undefined ? [] : [found.problem];
  // Pages may be meant to be blank below what is laid over them, and stamps or another PDF may be all that is wanted.
  // One in parts has rows, and its file is written in another way than Chromium's.
  const isBase = headerFooter || template.basePdf || request.stamps || dividing?.completed;
  const blank = layers.length === 0 && !isBase && (await isBlank(printed.pdf)) ? [nothingPrinted] : [];
  const problems = [...findings.problems, ...warnings, ...completed.problems, ...lintProblems, ...blank];
  let pdf = paged?.bookmarks ? await writeOutline(completed.pdf, paged.bookmarks) : completed.pdf;
  if (labels) pdf = writePageLabels(pdf, labels);
  pdf = await work.placeFields(pdf, deadline);
  for (const layer of layers) pdf = await work.layOver(await toLayer(layer, pdf, baseUrl), deadline);
  const titled = { ...metadata, title: metadata.title ?? heading };
  const all = { ...findings, problems, accessibility: found?.findings };
  const timings = { ...printed.timings, drawn: 0 };
  for (const { timings: own } of layers) timings.print += own.browser + own.load + own.print;
  const isCompact = dividing?.completed !== undefined;
  return { pdf, metadata: titled, findings: all, timings, longReport: dividing?.report, isCompact };
}

const nothingPrinted =
  'the document prints nothing: its pages are blank. An element that never ends, such as <title/> or <script/> in HTML, hides all that follows it, and so does display: none for print';

/** Links of headers are resolved like those of the document. */
async function toLayer({ pdf: overlay, places, links }: PrintedOverlay, pdf: Uint8Array, baseUrl?: string) {
  const rewrite = (address: string) => (links ? linkAddress(links, address, baseUrl) : address);
  return { pdf, overlay: await rewriteLinks(overlay, rewrite), places };
}

/** Loading the parser takes a command 15 ms. */
const lintInThisThread: Lint = async (job) => (await import('./lint/index.ts')).runLint(job);

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
