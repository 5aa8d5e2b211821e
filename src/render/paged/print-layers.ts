/**
 * Prints a document and what is laid over it: headers and footers, and margin boxes that Chromium does not draw. A
 * document that has none of them loads nothing for it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PageFindings, PrintedDocument, PrintJob } from '#browser/browser';
import { deadLinkProblems } from '#browser/content/dead-links';
import type { PageLabel } from '#pdf';
import { mayNeedPasses } from '#template/model/uses-paged-media';
import type { PrintedOverlay } from './overlay/print-overlay.ts';
import type { HeaderFooterContent, OverlayTools } from './overlay/print-with-overlay.ts';
import type { PagedPages, PagedResult } from './passes/print-passes.ts';

export interface PrintedLayers {
  readonly printed: PrintedDocument;
  /** In the order in which they are laid over the document. */
  readonly layers: readonly PrintedOverlay[];
  /** Undefined for a document that uses no paged media. */
  readonly paged: PagedResult | undefined;
  /** The page numbers that its margin boxes show. Undefined if the document uses no paged media. */
  readonly labels: readonly PageLabel[] | undefined;
  /** The findings of all prints. */
  readonly findings: PageFindings;
}

/** Throws the errors of `Browser.print` and of `printWithOverlay`. */
export async function printLayers(
  job: PrintJob,
  headerFooter: HeaderFooterContent | undefined,
  tools: OverlayTools,
): Promise<PrintedLayers> {
  let paged: PagedResult | undefined;
  let pagedProblems: readonly string[] = [];
  let early: EarlyBoxes | undefined;
  const namesPages = headerFooter !== undefined && hasNamedPages(headerFooter.plan.variants);
  const whole: PrintJob = {
    ...job,
    async passes(page) {
      const { printInPasses } = await loadPasses();
      const { pdf, result, problems } = await printInPasses(page, {
        paper: job.paper,
        source: job,
        deadline: tools.deadline,
        namesPages,
        onDraft: tools.browser.printsBeside && !headerFooter ? printEarly : undefined,
      });
      paged = result;
      pagedProblems = problems;
      return pdf;
    },
    needsPasses: namesPages,
    isFollowed: () => paged?.context !== undefined && !hasPagesOf(paged, early),
  };
  const printEarly = (pages: PagedPages) => {
    if (!pages.context) return;
    const isFollowed = () => !paged || !hasPagesOf(paged, early);
    early = { pages, printed: printBoxes(pages, { ...job, isFollowed }, tools) };
    // A document that turns out to have other pages does not need it.
    early.printed.catch(() => {});
  };
  // Loaded while the browser starts and loads the document.
  if ([job.html, job.styles ?? ''].some(mayNeedPasses)) loadPasses().catch(() => {});
  const { printed, overlay } = headerFooter
    ? await (await import('./overlay/print-with-overlay.ts')).printWithOverlay(headerFooter, whole, {
        ...tools,
        pageNames: () => paged?.facts.pages.map(({ name }) => name),
        pageSizes: () => (paged?.sheets ? paged.sizes : undefined),
      })
    : { printed: await tools.browser.print(whole, tools.deadline), overlay: undefined };
  const marginBoxes = await (early && hasPagesOf(paged, early)
    ? early.printed
    : printBoxes(paged, job, tools));
  const layers = [overlay, marginBoxes].filter((layer) => layer !== undefined);
  let { findings } = printed;
  if (marginBoxes) {
    const { mergeFindings } = await import('./overlay/merge-findings.ts');
    findings = mergeFindings(findings, marginBoxes.findings);
  }
  const deadLinks = deadLinkProblems(printed.deadLinks ?? [], paged?.unresolved);
  const all = [...findings.problems, ...deadLinks, ...pagedProblems];
  const labels = paged && (await labelPages(paged));
  return { printed, layers, paged, labels, findings: { ...findings, problems: all } };
}

const loadPasses = () => import('./passes/print-passes.ts');

async function labelPages({ facts, pageRules }: PagedResult): Promise<PageLabel[]> {
  const { findNumberStyles } = await import('./margin-boxes/find-number-styles.ts');
  const styles = findNumberStyles(pageRules, facts);
  return facts.pageNumbers.map((number, i) => ({ number, style: styles[i] ?? 'decimal' }));
}

/** Whether a header or footer is for pages with a name, which only the passes find out. */
const hasNamedPages = (variants: HeaderFooterContent['plan']['variants']): boolean =>
  Object.values(variants).some(({ named = {} }) => Object.keys(named).length > 0);

/** Margin boxes that are printed while the document itself is, for the pages that it is expected to have. */
interface EarlyBoxes {
  readonly pages: PagedPages;
  readonly printed: Promise<PrintedOverlay | undefined>;
}

/** Whether the document has the pages that were expected, so that their margin boxes are its own. */
const hasPagesOf = (paged: PagedPages | undefined, early: EarlyBoxes | undefined): boolean =>
  paged !== undefined &&
  early !== undefined &&
  isDeepStrictEqual([paged.facts, paged.sizes], [early.pages.facts, early.pages.sizes]);

async function printBoxes(
  paged: PagedPages | undefined,
  job: PrintJob,
  tools: OverlayTools,
): Promise<PrintedOverlay | undefined> {
  if (!paged?.context) return undefined;
  const { printMarginBoxes } = await import('./margin-boxes/print-margin-boxes.ts');
  return await printMarginBoxes(paged, job, tools);
}
