/** Prints a document and then the headers and footers that are laid over it, which need to know its pages. */

import type { Browser, PrintedDocument, PrintJob } from '#browser/browser';
import { formatFieldDate } from '#browser/region';
import { Failure } from '#contract/errors';
import type { PrintedPages } from '#pdf';
import { spaceTitles } from '#pdf/outline/space-titles';
import type { Deadline } from '#runtime/deadline';
import type { PageToFill, PageVariables } from '#template/fill/fill';
import { usualMargins } from '#template/model/margin-precedence';
import type { Paper } from '#template/model/page-settings';
import type { PdfWork } from '../../pdf-work.ts';
import { headingLevels, pageVariables } from '../page-variables.ts';
import { type HeaderFooterPlan, marginOfKind, overlayKinds } from '../plan-header-footer.ts';
import { chooseParts, type FillPages, headerFooterPages } from './header-footer-pages.ts';
import { mergeFindings } from './merge-findings.ts';
import { overlayControls, type PrintedOverlay, printOverlay } from './print-overlay.ts';

/** Headers and footers with what fills them. */
export interface HeaderFooterContent {
  readonly plan: HeaderFooterPlan;
  fill(pages: readonly PageToFill[], deadline: Deadline): Promise<readonly string[]>;
}

export interface OverlayTools {
  readonly browser: Browser;
  readonly deadline: Deadline;
  readonly work: Pick<PdfWork, 'readPages'>;
  /** The names of the pages that were printed last, as far as they are known. */
  readonly pageNames?: (() => readonly string[] | undefined) | undefined;
  /** The sizes of these pages, if they are on larger sheets. */
  readonly pageSizes?: (() => PrintedPages['sizes'] | undefined) | undefined;
}

export interface PrintedWithOverlay {
  /** With the findings of both. */
  readonly printed: PrintedDocument;
  /** Undefined if no page has a header or footer. */
  readonly overlay: PrintedOverlay | undefined;
}

/** Prints of the document: a further one is needed if a header turns out higher than it was measured. */
const maxPrints = 3;

/** In millimetres. */
const tolerance = 0.2;

/** Throws the errors of `Browser.print` and of filling, and `invalid_option` if headers leave no room. */
export async function printWithOverlay(
  { plan, fill }: HeaderFooterContent,
  job: PrintJob,
  tools: OverlayTools,
): Promise<PrintedWithOverlay> {
  const { browser, deadline } = tools;
  const fillPages: FillPages = (pages) => fill(pages, deadline);
  const measured = plan.auto.length > 0 ? await measure(plan, job, fillPages, tools) : undefined;
  let margins = neededMargins(plan, job.paper, measured);
  for (let prints = 1; ; prints++) {
    assertRoom(job.paper, margins);
    const paper = { ...job.paper, margins: { ...job.paper.margins, ...margins } };
    const { headingTexts, ...rest } = await browser.print({ ...job, paper, isFollowed: true }, deadline);
    const printed = { ...rest, pdf: await spaceTitles(rest.pdf, headingTexts) };
    const read = await tools.work.readPages(printed.pdf, deadline);
    const pages = { ...read, sizes: tools.pageSizes?.() ?? read.sizes };
    const wanted = chooseParts(plan, pageVariables(pages, tools.pageNames?.()));
    const space = { sizes: pages.sizes, margins: printed.margins };
    const boxes = await headerFooterPages(plan, wanted, space, fillPages);
    // Another print may follow if the headers turn out higher.
    const own = plan.auto.length > 0 ? { ...job, isFollowed: true } : job;
    const overlay = await printOverlay(
      boxes,
      toOverlayJob(own, { title: pages.title, url: printed.address }),
      tools,
    );
    const needed = neededMargins(plan, paper, overlay);
    const isHigher = autoSides(plan).some((side) => (needed[side] ?? 0) > (margins[side] ?? 0) + tolerance);
    if (!isHigher || prints === maxPrints) {
      const findings = overlay ? mergeFindings(printed.findings, overlay.findings) : printed.findings;
      const problems = [
        ...findings.problems,
        ...findProblems(plan, job),
        ...findHigh(plan, printed, overlay),
      ];
      return { printed: { ...printed, findings: { ...findings, problems } }, overlay };
    }
    margins = needed;
  }
}

function toOverlayJob(
  job: PrintJob,
  {
    title = '',
    url = job.webPage?.address ?? '',
  }: { readonly title?: string | undefined; readonly url?: string | undefined } = {},
): Parameters<typeof printOverlay>[1] {
  const { owner, styles, lang, assets, date, region, allowHosts, listFonts, isFollowed } = job;
  const controls = job.controls && { after: overlayControls.header };
  return {
    job: { owner, styles, lang, assets, date, allowHosts, listFonts, isFollowed, controls },
    fields: { title, url, date: formatFieldDate(date, region) },
  };
}

/** Prints each variant on one page of the expected size: heights are needed before there are pages. */
async function measure(
  plan: HeaderFooterPlan,
  job: PrintJob,
  fill: FillPages,
  tools: OverlayTools,
): Promise<PrintedOverlay | undefined> {
  const wanted = Object.keys(plan.parts).flatMap((part) => {
    const kind = plan.auto.find((each) => part === each || part.startsWith(`${each}-`));
    return kind === undefined ? [] : [[{ kind, part, page: samplePage }]];
  });
  const { width, height } = job.paper;
  const sizes = wanted.map(() => ({ width, height }));
  const boxes = await headerFooterPages(plan, wanted, { sizes, margins: usualMargins(job.paper) }, fill);
  return await printOverlay(boxes, toOverlayJob({ ...job, isFollowed: true }), tools);
}

const samplePage: PageVariables = {
  number: 1,
  count: 1,
  section: '',
  sections: Object.fromEntries(headingLevels.map((level) => [level, ''])),
  first: true,
  last: true,
  side: 'right',
  name: '',
};

type AutoMargins = { readonly [side in 'top' | 'bottom']?: number };

const autoSides = ({ auto }: HeaderFooterPlan) => auto.map((kind) => marginOfKind[kind]);

/** Returns the margins that the highest header and footer need, at least those of a document that sets none. */
function neededMargins(
  { auto }: HeaderFooterPlan,
  { defaultMargins }: Paper,
  overlay: PrintedOverlay | undefined,
): AutoMargins {
  const least = usualMargins({ margins: {}, defaultMargins });
  return Object.fromEntries(
    auto.map((kind) => {
      const heights = (overlay?.heights ?? []).filter((each) => each.kind === kind);
      const side = marginOfKind[kind];
      return [side, heights.reduce((most, { full }) => Math.max(most, hundredths(full)), least[side])];
    }),
  );
}

/** Rounded up, because a margin that is too low would cut off what it holds. */
const hundredths = (millimetres: number): number => Math.ceil(millimetres * 100 - 0.01) / 100;

/** Where the document's own CSS sets the size, the browser finds out. */
function assertRoom(paper: Paper, margins: AutoMargins): void {
  const { top, bottom } = { ...usualMargins(paper), ...margins };
  if (
    !paper.sizeGiven ||
    paper.fitsContents ||
    top + bottom < paper.height ||
    Object.keys(margins).length === 0
  )
    return;
  const message = `The header and footer are ${top} mm and ${bottom} mm high, which leaves no room on a page that is ${paper.height} mm high.`;
  const fields = Object.keys(margins).map((side) => [`config.margins.${side}`, [message]]);
  throw new Failure('invalid_option', message, { errors: Object.fromEntries(fields) });
}

/** Content that is higher than its margin starts at the top of it: a header goes on over the text, a footer over the edge. */
function findHigh(
  { auto }: HeaderFooterPlan,
  { largestMargins }: PrintedDocument,
  overlay: PrintedOverlay | undefined,
): string[] {
  return overlayKinds.flatMap((kind) => {
    const boxes = (overlay?.heights ?? []).filter((each) => each.kind === kind);
    const [highest] = boxes.toSorted((a, b) => b.seen - a.seen);
    const side = marginOfKind[kind];
    const margin = largestMargins[side];
    if (!highest || auto.includes(kind) || highest.seen <= margin + tolerance) return [];
    const effect = kind === 'header' ? 'covers the text' : 'is cut off at the edge of the page';
    const tenths = (millimetres: number) => Math.ceil(millimetres * 10) / 10;
    return [
      `the ${kind} is ${tenths(highest.full)} mm high and ${effect}, because the ${side} margin is ${tenths(margin)} mm: set the margin to auto (--margin-${side} auto), or to at least ${Math.ceil(highest.full)} mm`,
    ];
  });
}

function findProblems({ parts, perPage }: HeaderFooterPlan, { tags }: PrintJob): string[] {
  const readsSection = [...perPage].some((part) => /\bpage\.sections?\b/.test(parts[part] ?? ''));
  return readsSection && !tags
    ? ['page.section is empty, because a document without accessibility tags has no outline']
    : [];
}
