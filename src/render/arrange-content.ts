/** Changes the pages as a whole: puts a PDF under them, stamps them and chooses some of them. */
import { resolvePages } from '#contract/api/page-selection';
import { countPages } from '#pdf';
import { assertNoFindings, type JudgedContent } from './judge-content.ts';
import type { Rendering } from './print-content.ts';

export interface ArrangedContent extends JudgedContent {
  /** The pages that are still to be chosen, from 0, in their order. */
  readonly selected: readonly number[] | undefined;
}

/**
 * Throws the errors of `PdfWork`, `invalid_option` for pages that do not exist, and `strict` for what is wrong with stamps.
 */
export async function arrangeContent(judged: JudgedContent, rendering: Rendering): Promise<ArrangedContent> {
  const { filled, tools } = rendering;
  const { request, fillStamps } = filled;
  const { work, deadline } = tools;
  const { basePdf: base } = request.template;
  const based = base
    ? await work.layUnder({ pdf: judged.pdf, base, password: request.basePassword }, deadline)
    : judged.pdf;
  const selected =
    request.pages === undefined
      ? undefined
      : resolvePages(request.pages, countPages(based), { field: 'config.pages' });
  if (!fillStamps) return { ...judged, pdf: based, selected };
  const { printRequestedStamps } = await import('./requested-stamps.ts');
  const { layers, findings } = await printRequestedStamps(based, { selected, fill: fillStamps }, rendering);
  if (findings && request.strict) assertNoFindings(findings);
  const stamped = await work.stamp({ pdf: based, pages: selected, layers }, deadline);
  const all = findings
    ? (await import('./paged/overlay/merge-findings.ts')).mergeFindings(judged.findings, findings)
    : judged.findings;
  // The step that stamps pages also chooses them.
  return { ...judged, pdf: stamped, findings: all, selected: undefined };
}
