/** Prints one document in one page: loads the content, waits for what it needs, and prints the PDF. */

import type { PageLoad } from '#contract/document/page-load';
import { removeRepeatedLinks } from '#pdf/remove-repeated-links';
import type { Deadline, TimeoutDetail } from '#runtime/deadline';
import { toDocumentAddress } from '#template/model/document-address';
import { readLinkedStyles } from '#template/model/linked-styles';
import type { Asset } from '#template/model/template';
import { mayNeedPasses } from '#template/model/uses-paged-media';
import type { PageToPrint, PrintedDocument } from '../browser.ts';
import { collectCalls, PageScriptFailure } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { createIsolatedWorld, type IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findBlocked, nothingBlocked, withDirectives } from '../content/blocked-by-policy.ts';
import { pageToPrint } from '../content/page-to-print.ts';
import { prepareFields } from '../content/placed-fields.ts';
import { prepareContent } from '../content/prepare-content.ts';
import { findXmlProblems } from '../content/read-as-xhtml.ts';
import { tagPreparations } from '../content/tag-preparations.ts';
import { unshownProblems } from '../content/unshown-problems.ts';
import { readVisitedStyles } from '../content/visited-styles.ts';
import { attachFindings } from '../findings.ts';
import type { StartedLoad } from '../load/start-page-load.ts';
import { measureOverlayBoxes } from '../overlay/overlay-boxes.ts';
import type { CachedAssets } from '../page/cached-assets.ts';
import type { OpenPage } from '../page/open-page.ts';
import { NeedsNetwork, type NetworkFindings, type PageWatch, watchPage } from '../page/page-watch.ts';
import { showWindow } from '../page/page-window.ts';
import { NeedsWholePictures } from '../page/pictures/picture-stand-ins.ts';
import { preparePage, prepareRequests } from '../page/prepare-page.ts';
import { replaceDocument, serveDocument } from '../page/serve-document.ts';
import { Redirected, visitWebPage } from '../page/web-page.ts';
import { fittedPaper, mergePageRules, readPageRules, toCssMargins } from '../paper/page-size-css.ts';
import { pageSizeProblems } from '../paper/page-size-problems.ts';
import {
  emulatedMedia,
  largestMarginsOf,
  marginsOf,
  printOptions,
  windowOfJob,
} from '../paper/print-options.ts';
import { measureContrast } from './document-contrast.ts';
import { readHeadings } from './document-heading.ts';
import { findLanguage } from './document-language.ts';
import { collectLinks, collectLinkTexts } from './document-links.ts';
import { mayHoldLongText, rejectLongText } from './document-long-text.ts';
import { collectFonts, findMissingGlyphs } from './glyphs.ts';
import { assertWholeShown, toPictureStandIns } from './large/shown-pictures.ts';
import { layoutProblems, readScale } from './layout/layout-problems.ts';
import { printFitted } from './layout/print-fitted.ts';
import type { ReadJob } from './print-in-context.ts';
import { explainPrinting, requestPdf } from './request-pdf.ts';
import { settlePage } from './settle-page.ts';
import { mergeTraits, noTraits, readTraits } from './text-facts.ts';
import { assetShare } from './wait-until-ready.ts';
import { withoutWorkers } from './without-workers.ts';

/** Timers of a page that is waited for may take as long as the page. */
const longestWaitMs = 24 * 60 * 60 * 1000;

type Printed = Omit<PrintedDocument, 'timings'> & {
  readonly timings: { readonly load: number; readonly print: number };
};

export interface PrintOptions {
  /** Filled by the proxy while the page loads. Undefined if the page has no network access. */
  readonly network?: NetworkFindings;
  /**
   * Whether the page comes from a `PagePool`. Such a page is prepared (either for scripts and requests or for neither)
   * and shows a document of pdfapi's own, which this one may replace.
   */
  readonly isReady?: boolean;
  /** The files that such a page holds. */
  readonly held?: CachedAssets | undefined;
}

/** Throws `NeedsNetwork` if the page requires network access and has none. */
export async function printPage(
  { session: page, mainFrame, shortage }: OpenPage,
  job: ReadJob,
  { network, isReady = false, held }: PrintOptions,
  deadline: Deadline,
): Promise<Printed> {
  const started = performance.now();
  const { scripts, webPage, facts, date, region } = job;
  const { documentPath, documentQuery } = job.assets;
  const isWhole = !job.overlay && !job.isPart;
  const content = await deadline.race('reading files', prepareContent(job, held));
  const { html, isXml, ownFiles } = content;
  const address = toDocumentAddress(documentPath, documentQuery);
  // Without scripts, a page that is ready shows a document without an address, which no document may replace by one.
  const hasAddress = documentQuery !== undefined || (!scripts && documentPath !== undefined);
  const isServed = isXml || hasAddress || hasOwnHeaders(job.load);
  const offline = network === undefined;
  const mayShowFiles =
    webPage !== undefined || scripts || facts.html.mayShowFiles || facts.styles.mayShowFiles;
  const requests =
    webPage !== undefined ||
    ownFiles ||
    facts.html.refersToNetwork ||
    facts.styles.refersToNetwork ||
    job.load !== undefined;
  const watch = watchPage(page, {
    scripts,
    requests,
    address,
    mainFrame,
    offline,
    mayRedirect: webPage !== undefined,
    size: html.length,
  });
  const pictures = toPictureStandIns(job);
  const loadLimitMs = () => deadline.remainingMs * assetShare;
  const loading = job.load && (await startLoad(page, job, watch));
  const patterns = loading?.patterns;
  const visit =
    webPage &&
    visitWebPage(page, {
      ...{ mainFrame, webPage, watch, network: network ?? noNetwork, loadLimitMs, patterns },
      acceptsStatus: acceptedStatus(job.load),
    });
  const assets = offline && scripts ? withoutWorkers(job.assets, watch.needNetwork) : job.assets;
  const linked = await deadline.race(
    'reading files',
    readLinkedStyles(job.html, job.styles ?? '', job.assets),
  );
  const readPaper = (sheets: readonly string[]) => {
    const own = [facts.styles.pageRules, ...sheets.map(readPageRules), facts.html.pageRules];
    const pageRules = mergePageRules(own);
    return { pageRules, paper: job.isPart ? job.paper : fittedPaper(job.paper, pageRules) };
  };
  let { pageRules, paper } = readPaper(linked);
  const prepare = async () => {
    const window = windowOfJob(job, paper, toCssMargins(pageRules));
    if (!isReady) {
      const media = emulatedMedia(job);
      const horizonMs = job.load?.waitFor && longestWaitMs;
      await preparePage(page, { scripts, requests, date, region, window, media, horizonMs });
      // Styles see the window of a screenshot, too.
      if (media && !scripts) await showWindow(page, window);
      await loading?.prepare();
    } else if (scripts) await showWindow(page, window);
    else if (requests) await prepareRequests(page);
  };
  const prepared = prepare();
  const document = { html: job.html, scripts, tags: job.tags };
  const step = <T>(name: string, work: Promise<T>, kind?: TimeoutDetail['kind']) =>
    deadline
      .race(name, Promise.race([work, watch.failed, ...(visit ? [visit.interrupted()] : [])]), {
        kind,
        document,
      })
      .catch(fail);
  const loadingStep = <T>(name: string, work: Promise<T>) => step(name, work, 'loading');
  const fail = (error: unknown): never => {
    // These are no failures: the document is printed again, or the page that it leads to is.
    if ([NeedsNetwork, NeedsWholePictures, Redirected].some((kind) => error instanceof kind)) throw error;
    const findings = watch.findings(network ?? noNetwork);
    throw attachFindings(error, { ...findings, fonts: [], missingGlyphs: [], problems: [] });
  };

  const unchecked: string[] = [];
  /** A check that fails itself costs its result, and not the document. */
  const check = <T>(name: string, what: string, work: Promise<T>, otherwise: T): Promise<T> =>
    step(name, work).catch((error) => {
      if (!(error instanceof PageScriptFailure)) throw error;
      unchecked.push(`${what} could not be checked: ${error.detail}`);
      return otherwise;
    });

  // Chromium processes commands in order, with two exceptions: commands that arrive while it navigates to another
  // address, and the first command that disables scripts.
  if (ownFiles || isServed || !isReady) await step('preparing the page', shortage.race(prepared));
  // A prepared page keeps its realm, and therefore this world.
  const early = isReady && scripts && !isServed ? createIsolatedWorld(page, mainFrame) : undefined;
  const arrived = watch.loaded(loadLimitMs());
  const show = async () => {
    await loadingStep('loading the page', Promise.all([early, prepared, load(), arrived]));
    return await settle(early);
  };
  const settle = (known?: Promise<IsolatedWorldId>) => {
    const lasting = {
      job,
      paper,
      mainFrame,
      mayShowFiles,
      watch,
      loading,
      network: network ?? noNetwork,
      deadline,
    };
    return settlePage(page, { ...lasting, loadLimitMs, step, loadingStep }, known);
  };
  const settled = visit
    ? await visit.follow(show, async (loaded) => {
        await loadingStep('loading the page', loaded);
        return await settle();
      })
    : await show();
  const { world, cssMargins, isPlain, unshown, unfinished, titleProblems } = settled;
  if (job.screenshot) {
    const { takeScreenshot } = await import('../screenshot/take-screenshot.ts');
    const loaded = performance.now();
    const window = windowOfJob(job, paper, cssMargins);
    const image = await step('capturing the screen', takeScreenshot(page, job.screenshot, window, world));
    const findings = watch.findings(network ?? noNetwork);
    return {
      pdf: Buffer.alloc(0),
      image,
      address: visit?.address,
      margins: marginsOf(paper, cssMargins),
      largestMargins: largestMarginsOf(paper, cssMargins),
      findings: { ...findings, fonts: [], missingGlyphs: [], problems: [], unfinished },
      timings: { load: loaded - started, print: performance.now() - loaded },
    };
  }
  const sheets = visit
    ? await step('reading style sheets', readVisitedStyles(page, { mainFrame, world }))
    : linked;
  if (visit) ({ pageRules, paper } = readPaper(sheets));
  const xmlProblems = isXml
    ? await step('reading the XML', findXmlProblems(page, { html: job.html, world }))
    : content.problems;
  const fieldOptions = { html, isUnknown: visit !== undefined, controls: job.controls };
  const fields = await step('placing form fields', prepareFields(page, world, fieldOptions));
  if (visit || mayHoldLongText(html)) await step('checking long texts', rejectLongText(page, world));
  const lowContrast = job.measureContrast
    ? await step('measuring the contrast of text', measureContrast(page, world))
    : undefined;
  const boxHeights = job.overlay
    ? await step('measuring headers and footers', measureOverlayBoxes(page, job.overlay.boxes))
    : undefined;
  const options = printOptions({ ...job, paper });
  if (pictures?.urls.length) await step('looking at pictures', assertWholeShown(page, pictures, world));
  const loaded = performance.now();
  const isPaged =
    job.passes &&
    (job.needsPasses ||
      facts.html.usesPagedMedia ||
      facts.styles.usesPagedMedia ||
      facts.html.mayNameUnprintedCss ||
      facts.styles.mayNameUnprintedCss ||
      sheets.some(mayNeedPasses));
  const passes = isPaged ? job.passes : undefined;
  /** Whether scripts may have added links and long lists. Passes may as well. */
  const isUnknown = passes !== undefined || !isPlain;
  const prepareTags = await tagPreparations(facts.html, { tags: job.tags, html, visit, scripts, isUnknown });
  const printOnce = async (isDraft: boolean): Promise<Buffer> => {
    const size = html.length + watch.receivedBytes();
    return await requestPdf(page, job, { options, edges, isDraft, size, prepareTags, world });
  };
  const mayLink = scripts ? isUnknown : visit || passes || facts.html.mayLink;
  const readLinkTexts = async () =>
    mayLink ? await step('reading the links', collectLinkTexts(page, world)) : [];
  const fitProblems = new Set<string>();
  let edges: Parameters<typeof layoutProblems>[1]['edges'];
  const print: PageToPrint['print'] = async ({ isDraft, edges: added } = { isDraft: false }) => {
    edges = added;
    if (!paper.fitsContents) return await printOnce(isDraft);
    const window = scripts ? windowOfJob(job, paper, cssMargins) : undefined;
    const scale = job.load?.scale ?? 1;
    const fitted = { paper, cssMargins, world, window, scale, print: () => printOnce(isDraft) };
    const { pdf, problems: found } = await printFitted(page, fitted);
    for (const problem of found) fitProblems.add(problem);
    return pdf;
  };
  // Asked before the PDF, because the page has another layout after it.
  const readingLinks = job.tags ? readLinkTexts() : undefined;
  const { fitsContents = false } = paper;
  const toPrint = { mainFrame, world, print, hasScripts: scripts, fitsContents };
  const printing = step('printing', passes ? passes(pageToPrint(page, toPrint)) : print(), 'printing').catch(
    explainPrinting,
  );
  const finished = printing.then(async (pdf) => {
    // Before anything else reads it.
    const data = await removeRepeatedLinks(pdf);
    if (pictures) pictures.uniteCopied(data);
    else job.deferred?.unite(data);
    return data;
  });
  // An overlay, or a part of a document, may have links to places elsewhere.
  const hasInner = !job.overlay && !job.isPart && (scripts ? isUnknown : facts.html.linksInside);
  const readPage = () => {
    const { call, send } = collectCalls(page, world);
    const answers = Promise.all([
      visit || scripts || facts.html.mayMissGlyphs
        ? check('checking glyphs', 'whether all characters have a glyph', findMissingGlyphs(call), [])
        : [],
      visit
        ? undefined
        : step('reading the links', collectLinks(page, finished, { documentPath, world, hasInner, call })),
      job.tags ? step('reading the language', findLanguage(call)) : undefined,
      step('reading the headings', readHeadings(call)),
    ]);
    send();
    // If the document is not printed, they are not awaited.
    answers.catch(() => {});
    return answers;
  };
  // Sent behind the print, so that the page answers while the browser writes the file. Passes change what is read.
  const asked = passes || paper.fitsContents ? undefined : readPage();
  const [linkTexts, data] = await Promise.all([readingLinks, finished]);
  const printed = performance.now();
  const queries = asked ?? readPage();
  job.onPrinted?.(data);
  // While the page answers.
  const printedScale = job.overlay || job.load?.scale ? undefined : readScale(data);
  const [missingGlyphs, links = {}, language, headings] = await queries;
  const margined = marginsOf(paper, cssMargins);
  const mayBeReversed = isWhole && (facts.html.mayBeReversed || facts.styles.mayBeReversed);
  const traits =
    isWhole && !visit
      ? mergeTraits([facts.html.layoutTraits, facts.styles.layoutTraits, ...linked.map(readTraits)])
      : noTraits;
  const blocked =
    visit || facts.html.setsPolicy
      ? await step('reading what a policy blocks', findBlocked(page, watch.hasFailed))
      : nothingBlocked;
  const hasFailed: typeof watch.hasFailed = (each) =>
    watch.hasFailed(each) || (each !== undefined && blocked.directives.has(each));
  const layout = {
    pdf: data,
    printedScale,
    fitsContents: paper.fitsContents ?? false,
    margins: margined,
    edges,
    world,
    mayBeReversed,
    traits,
    hasFailed,
  };
  const problems = [
    ...titleProblems,
    ...xmlProblems,
    // For a part, this asks only whether something is wider than the page, which the PDF says.
    ...(job.overlay
      ? []
      : await check(
          'checking the layout',
          'whether contents are cut off or shrunk',
          layoutProblems(page, layout),
          [],
        )),
    ...unchecked,
    ...blocked.problems,
    ...unshownProblems(unshown, hasFailed),
    ...fitProblems,
    ...pageSizeProblems(paper, pageRules),
    ...fields.problems(data),
  ];
  const watched = watch.findings(network ?? noNetwork);
  const failed = withDirectives(watched.failed, blocked);
  const fonts = job.listFonts ? await step('checking fonts', collectFonts(page, world)) : [];
  return {
    pdf: data,
    address: visit?.address,
    ...links,
    linkTexts,
    controls: fields.controls,
    language,
    heading: headings.first ?? undefined,
    headingTexts: job.tags ? headings.texts : undefined,
    lowContrast,
    margins: margined,
    largestMargins: largestMarginsOf(paper, cssMargins),
    boxHeights,
    findings: { ...watched, failed, fonts, missingGlyphs, problems, unfinished },
    timings: { load: loaded - started, print: printed - loaded },
  };

  function load(): Promise<unknown> {
    if (visit) return visit.open();
    const onPicture = pictures && ((url: string, picture: Asset) => pictures.replace(url, picture));
    if (isReady && !isServed && (scripts || !ownFiles)) {
      return replaceDocument(page, mainFrame, { html, assets, onPicture });
    }
    if (isServed || ownFiles) return serveDocument(page, { html, assets, isXml, onPicture, patterns });
    // The document refers to no files of its own, so this is faster than loading it under an address.
    return page.send('Page.setDocumentContent', { frameId: mainFrame, html });
  }
}

const noNetwork: NetworkFindings = { refused: [], unreachable: [] };

async function startLoad(
  page: CdpSession,
  { load = {}, webPage, scripts }: ReadJob,
  watch: PageWatch,
): Promise<StartedLoad> {
  const { startPageLoad } = await import('../load/start-page-load.ts');
  return startPageLoad(page, { load, address: webPage?.address, scripts, watch });
}

/** Requests are paused only in a page that has an address. */
const hasOwnHeaders = ({ headers, basicAuth, userAgent }: PageLoad = {}): boolean =>
  headers !== undefined || basicAuth !== undefined || userAgent !== undefined;

function acceptedStatus({ failOn, acceptsStatus }: PageLoad = {}): PageLoad['acceptsStatus'] {
  return acceptsStatus ?? (failOn && (() => !failOn.includes('status')));
}
