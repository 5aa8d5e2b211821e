/** Makes the layers of stamps for the pages of a finished document. */

import type { Browser, PageFindings, PrintJob } from '#browser/browser';
import { formatFieldDate } from '#browser/region';
import { resolvePages } from '#contract/api/page-selection';
import { Failure } from '#contract/errors';
import type { PrintedPages } from '#pdf';
import type { StampLayer } from '#pdf/overlay/stamp-pages';
import type { Deadline } from '#runtime/deadline';
import type { PageToFill, PageVariables } from '#template/fill/fill';
import { isPlainText } from '#template/fill/without-twig';
import type { Stamp } from '#template/model/stamp';
import { assertShallow } from '../paged/overlay/assert-shallow.ts';
import { mergeFindings } from '../paged/overlay/merge-findings.ts';
import { hasPageFields, type OverlayPage } from '../paged/overlay/overlay-document.ts';
import { printOverlay } from '../paged/overlay/print-overlay.ts';
import { pageVariables } from '../paged/page-variables.ts';
import { readsPage } from '../paged/plan-header-footer.ts';

/** Fills the HTML of stamps, by their names. Throws what a `Fill` throws. */
export type FillStamps = (pages: readonly PageToFill[], deadline: Deadline) => Promise<readonly string[]>;

export interface StampTools {
  /** Needed for HTML. */
  readonly browser: Browser | undefined;
  readonly deadline: Deadline;
  readonly fill: FillStamps;
  /** The settings that stamps share with the document. */
  readonly job: Pick<PrintJob, 'owner' | 'lang' | 'assets' | 'date' | 'region' | 'allowHosts' | 'listFonts'>;
}

export interface NamedLayer extends StampLayer {
  readonly name: string;
}

export interface PrintedStamps {
  readonly layers: readonly NamedLayer[];
  /** The findings of the stamps that were printed. */
  readonly findings: PageFindings | undefined;
}

/**
 * Pages that show the same are printed once. Throws `invalid_option` for pages that the document does not have, and the errors
 * of filling and printing.
 */
export async function printStamps(
  stamps: readonly Stamp[],
  pages: PrintedPages,
  tools: StampTools,
): Promise<PrintedStamps> {
  const layers: NamedLayer[] = [];
  let findings: PageFindings | undefined;
  const variables = pageVariables(pages);
  for (const stamp of stamps) {
    const { name, content, isUnder, pagesField } = stamp;
    const count = pages.sizes.length;
    const selected =
      stamp.pages === undefined ? undefined : resolvePages(stamp.pages, count, { field: pagesField });
    const places = new Map(
      (selected ?? variables.map((_, i) => i)).toSorted((a, b) => a - b).map((page, i) => [page, i]),
    );
    if ('pdf' in content) {
      const sheets = variables.map((_, page) => places.get(page));
      const { pdf, corners } = content;
      layers.push({ name, pdf, sheets, isUnder, anchor: 'centre', corners });
      continue;
    }
    const chosen = variables.filter((_, page) => places.has(page));
    const html = await fillStamp(name, content.html, chosen, tools);
    const printed = await print(pages, places, html, {
      ...tools,
      job: { ...tools.job, assets: content.assets ?? tools.job.assets },
    });
    if (!printed) continue;
    findings = findings ? mergeFindings(findings, printed.findings) : printed.findings;
    layers.push({
      name,
      pdf: printed.pdf,
      sheets: printed.places.map(([place]) => place?.index),
      isUnder,
      anchor: 'corner',
    });
  }
  return { layers, findings };
}

/** Returns the HTML for each of the pages. What does not read `page` is filled once. */
async function fillStamp(
  part: string,
  html: string,
  pages: readonly PageVariables[],
  { fill, deadline }: StampTools,
): Promise<(page: PageVariables) => string> {
  assertShallow(part, html);
  if (isPlainText(html)) return () => html;
  const isPerPage = readsPage(html);
  const wanted = isPerPage ? pages : pages.slice(0, 1);
  const filled = await fill(
    wanted.map((page) => ({ part, page })),
    deadline,
  );
  for (const text of filled) assertShallow(part, text);
  const byNumber = new Map(wanted.map(({ number }, i) => [number, filled[i] ?? '']));
  return ({ number }) => (isPerPage ? byNumber.get(number) : filled[0]) ?? '';
}

async function print(
  { sizes, title = '' }: PrintedPages,
  places: ReadonlyMap<number, number>,
  html: (page: PageVariables) => string,
  { browser, deadline, job }: StampTools,
) {
  const variables = pageVariables({ sizes, headings: [] });
  const sheets = sizes.map(({ width, height }, page): OverlayPage => {
    const own = variables[page];
    const text = own && places.has(page) ? html(own) : '';
    if (!own || text.trim() === '') return { width, height, boxes: [] };
    const content = `<div style="position:relative;height:${height}mm">${text}</div>`;
    const fields = hasPageFields(text) ? { number: own.number, count: own.count } : undefined;
    // Its own CSS places it, from the upper left corner of the paper.
    const style = 'justify-content:flex-start';
    return { width, height, boxes: [{ x: 0, y: 0, width, height, html: content, style, page: fields }] };
  });
  if (!browser) throw new Failure('browser_missing', 'A stamp of HTML needs a browser.');
  const fields = { title, url: '', date: formatFieldDate(job.date, job.region) };
  const styles = undefined;
  return await printOverlay(sheets, { job: { ...job, styles }, fields }, { browser, deadline });
}
