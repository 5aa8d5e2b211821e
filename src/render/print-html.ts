/** Prints a filled HTML document with what is laid over it, whole or in parts. */
import { setImmediate } from 'node:timers/promises';
import type { PrintJob } from '#browser/browser';
import { mayPlaceSignatures } from '#browser/content/signature-places';
import { mayFitContents } from '#browser/paper/page-size-css';
import { type PrintedPdf, startMarking } from '#pdf';
import type { Lint, LintJob } from '#template/lint/index';
import { toLintJob } from '#template/lint-template';
import type { FilledHtml } from './filled-document.ts';
import { mayBeDivided } from './long-documents/may-be-divided.ts';
import { printLayers } from './paged/print-layers.ts';
import type { PrintedContent, Rendering } from './print-content.ts';
import { type CompletePrintedOptions, completePrinted } from './printed/complete-printed.ts';

/** Throws the errors of `Browser.print`. */
export async function printHtml(content: FilledHtml, rendering: Rendering): Promise<PrintedContent> {
  const { template, filled, headerFooter, warnings } = content;
  const { request } = rendering.filled;
  const { browser, deadline, work } = rendering.tools;
  if (!browser) throw new Error('An html template cannot be printed without a browser.');
  const { html, metadata } = filled;
  const baseUrl = request.baseUrl ?? template.baseUrl ?? request.defaultBaseUrl;
  // Loaded while the browser starts.
  if (template.forms) import('#forms').catch(() => {});
  const linting = prepareLint(content, rendering);
  let marked: PrintedPdf['marked'];
  const job: PrintJob = {
    ...toPrintJob(content, rendering),
    onPrinting: linting.startBeside,
    onPrinted(pdf) {
      if (template.tags !== false && pdf.length <= work.maxBytesHere) marked = startMarking(pdf);
    },
  };
  const dividing = await divide(content, rendering, baseUrl);
  const tools = { browser: dividing ?? browser, deadline, work };
  const { printed, layers, paged, labels, findings } = await printLayers(job, headerFooter, tools);
  const completed = dividing?.completed;
  const { lowContrast, timings, heading } = printed;
  const texts = content.webPage ? undefined : [html, template.styles];
  const tag: CompletePrintedOptions['tag'] =
    template.tags === false ? undefined : (tagged) => work.completeTags({ ...tagged, marked }, deadline);
  // Below what is laid over them, and stamps or another PDF may be all that is wanted. One in parts has rows, and its file is
  // written in another way than Chromium's.
  const mayBeBlank = layers.length > 0 || headerFooter || template.basePdf || request.stamps || completed;
  return {
    // One in parts is complete already.
    complete: async () => completed ?? (await completePrinted(printed, { baseUrl, texts, tag })),
    metadata: { ...metadata, title: metadata.title ?? heading },
    findings: { ...findings, problems: [...findings.problems, ...warnings] },
    causes: [],
    bookmarks: paged?.bookmarks,
    labels,
    sheets: paged?.sheets,
    layers,
    controls: [printed, ...layers].flatMap(({ controls = [] }) => controls),
    baseUrl,
    mustShow: mayBeBlank ? undefined : printed.pdf,
    lint: () => linting.result(lowContrast),
    longReport: dividing?.report,
    isCompact: completed !== undefined,
    timings: {
      ...timings,
      print: layers.reduce(
        (sum, { timings: own }) => sum + own.browser + own.load + own.print,
        timings.print,
      ),
      drawn: 0,
    },
  };
}

export function toPrintJob(
  { template, paper, lang, filled: { html }, webPage, load }: FilledHtml,
  {
    filled: { request, region },
    tools: { deferred, isLong },
  }: Pick<Rendering, 'filled'> & { readonly tools: Partial<Pick<Rendering['tools'], 'deferred' | 'isLong'>> },
): PrintJob {
  return {
    html,
    webPage,
    load,
    styles: template.styles,
    paper,
    lang,
    assets: template.assets,
    scripts: template.scripts ?? true,
    tags: template.tags ?? true,
    controls: template.forms ? { after: 0 } : undefined,
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
}

/** Undefined for a document that is printed whole. */
async function divide(
  { template: { styles = '', forms }, paper, filled: { html }, load }: FilledHtml,
  { tools: { browser, longDocuments } }: Rendering,
  baseUrl: string | undefined,
) {
  // What is waited for is in the whole document, and sizes are those of an unscaled one.
  if (load) return;
  // Parts are joined before their fields could be found.
  if (!browser || !longDocuments || forms || mayPlaceSignatures(html) || !mayBeDivided(html, longDocuments))
    return;
  if (mayFitContents(paper, [styles, html])) return;
  const { withLongDocuments } = await import('./long-documents/with-long-documents.ts');
  return withLongDocuments(browser, { ...longDocuments, html, baseUrl });
}

/**
 * Lints the document if that is asked for, or if it is to conform to PDF/UA. Without contrast, which the page has to measure,
 * that takes no time: it is done while the browser prints.
 */
function prepareLint(
  { template, lang, filled: { html, metadata } }: FilledHtml,
  { filled: { request, standards }, tools: { lint = lintInThisThread, work, deadline } }: Rendering,
) {
  // The HTML of Markdown has the lines of the Markdown.
  const source = template.markdown ? { ...template, html, twig: false } : template;
  const run = async (contrast?: LintJob['options']['contrast']) =>
    await lint(
      toLintJob(source, {
        ...request,
        lang,
        title: metadata.title,
        pdfua: Boolean(standards?.pdfua),
        contrast,
      }),
      deadline,
    );
  const workBeside = async () => {
    // The request to the browser is written in an earlier one.
    await setImmediate();
    if (standards) work.prepareCheck();
    return request.lint === undefined && standards?.pdfua ? await run() : undefined;
  };
  let beside: ReturnType<typeof workBeside> | undefined;
  return {
    startBeside(): void {
      if (beside) return;
      beside = workBeside();
      beside.catch(() => {});
    },
    result: async (contrast: LintJob['options']['contrast']) =>
      request.lint ? await run(contrast) : await beside,
  };
}

/** Loading the parser takes a command 15 ms. */
const lintInThisThread: Lint = async (job) => (await import('#template/lint/index')).runLint(job);
