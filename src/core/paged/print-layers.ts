/**
 * Prints a document and what is laid over it: headers and footers, and margin boxes that Chromium does not draw. A
 * document that has none of them loads nothing for it.
 */
import type { PageFindings, PrintedDocument, PrintJob } from '../browser/browser.ts';
import type { PageLabel } from '../pdf/index.ts';
import type { PrintedOverlay } from './overlay/print-overlay.ts';
import type { HeaderFooterContent, OverlayTools } from './overlay/print-with-overlay.ts';
import type { PagedResult } from './passes/print-passes.ts';

export interface PrintedLayers {
  readonly printed: PrintedDocument;
  /** In the order in which they are laid over the document. */
  readonly layers: readonly PrintedOverlay[];
  /** Undefined for a document that uses no paged media. */
  readonly paged: PagedResult | undefined;
  /** What numbers the document's margin boxes show, page by page. Undefined if it uses no paged media. */
  readonly labels: readonly PageLabel[] | undefined;
  /** Those of all prints. */
  readonly findings: PageFindings;
}

/** Throws the errors of `Browser.print` and of `printWithOverlay`. */
export async function printLayers(
  job: PrintJob,
  headerFooter: HeaderFooterContent | undefined,
  tools: OverlayTools,
): Promise<PrintedLayers> {
  let paged: PagedResult | undefined;
  const namesPages = headerFooter !== undefined && hasNamedPages(headerFooter.plan.variants);
  const whole: PrintJob = {
    ...job,
    async passes(page) {
      const { printInPasses } = await import('./passes/print-passes.ts');
      const { pdf, result } = await printInPasses(page, {
        paper: job.paper,
        deadline: tools.deadline,
        namesPages,
      });
      paged = result;
      return pdf;
    },
    needsPasses: namesPages,
    isFollowed: () => paged?.context !== undefined,
  };
  const { printed, overlay } = headerFooter
    ? await (await import('./overlay/print-with-overlay.ts')).printWithOverlay(headerFooter, whole, {
        ...tools,
        pageNames: () => paged?.facts.pageNames,
      })
    : { printed: await tools.browser.print(whole, tools.deadline), overlay: undefined };
  const marginBoxes = await printBoxes(paged, printed, { job, tools });
  const layers = [overlay, marginBoxes].filter((layer) => layer !== undefined);
  let { findings } = printed;
  if (marginBoxes) {
    const { mergeFindings } = await import('./overlay/merge-findings.ts');
    findings = mergeFindings(findings, marginBoxes.findings);
  }
  const all = [...findings.problems, ...(paged?.problems ?? [])];
  const labels = paged && (await labelPages(paged));
  return { printed, layers, paged, labels, findings: { ...findings, problems: all } };
}

async function labelPages({ facts, pageRules }: PagedResult): Promise<PageLabel[]> {
  const { findNumberStyles } = await import('./margin-boxes/find-number-styles.ts');
  const styles = findNumberStyles(pageRules, facts);
  return facts.pageNumbers.map((number, i) => ({ number, style: styles[i] ?? 'decimal' }));
}

/** Whether a header or footer is for pages with a name, which only the passes find out. */
const hasNamedPages = (variants: HeaderFooterContent['plan']['variants']): boolean =>
  Object.values(variants).some(({ named = {} }) => Object.keys(named).length > 0);

async function printBoxes(
  paged: PagedResult | undefined,
  { pdf }: PrintedDocument,
  { job, tools }: { readonly job: PrintJob; readonly tools: OverlayTools },
): Promise<PrintedOverlay | undefined> {
  if (!paged?.context) return undefined;
  const { printMarginBoxes } = await import('./margin-boxes/print-margin-boxes.ts');
  return await printMarginBoxes(paged, await tools.readPages(pdf, tools.deadline), job, tools);
}
