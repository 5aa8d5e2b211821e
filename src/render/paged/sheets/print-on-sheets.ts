/** Prints pages on sheets that are larger than they are: see `planSheets`. */
import type { PageToPrint } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import { millimetresPerPoint } from '#contract/length';
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import { readPrintedScale } from '#pdf/document/printed-scale';
import type { Paper } from '#template/model/page-settings';
import { growPages, markBled } from '../page-scripts/grow-pages.ts';
import { listPageRules } from '../page-scripts/list-page-rules.ts';
import { grownSizes, type SheetEdges } from './plan-sheets.ts';

/** Chromium prints a document without a warning that is shrunk by less: see `layoutProblems`. */
const minScale = 0.99;

/** Styles that let out what reaches out of the body. Nothing on paper is as far away as the clips are. */
export const bleedStyles =
  ':root[data-pdfapi-bled=clip],:root[data-pdfapi-bled=clip] body{overflow:clip!important}:root[data-pdfapi-bled=contain] body{contain:layout paint!important}:root[data-pdfapi-bled],:root[data-pdfapi-bled] body{overflow-clip-margin:5000mm!important}';

/**
 * A page whose prints have these edges. Chromium shrinks a document of which something is wider than its pages, also if it is
 * to be cut off: one that would fit its pages and their bleed is printed again without that. `reach`: how much wider than the
 * content of its pages a document is at most that reaches over their right margin and bleed, as a factor.
 */
export function printOnSheets(
  page: PageToPrint,
  { edges, paper, reach }: { readonly edges: SheetEdges; readonly paper: Paper; readonly reach: number },
): PageToPrint {
  const parts = { getDocument: unclobberedDocument, listPageRules };
  /** The first one changes nothing else, and is enough for elements that are positioned. */
  const ways: ('clip' | 'contain')[] = ['clip', 'contain'];
  return {
    ...page,
    async print(options = { isDraft: false }) {
      // Blank pages bring rules of their own between two prints.
      const sizes = await page.call(growPages, [parts, { edges, sizes: undefined }]);
      if (sizes) await page.call(growPages, [parts, { edges, sizes: grownSizes(sizes, edges, paper) }]);
      for (;;) {
        const pdf = await page.print({ ...options, edges });
        if (options.isDraft) return pdf;
        const { scale } = readPrintedScale(pdf) ?? {};
        const isWhole = scale !== undefined && (scale > minScale || 1 / scale > reach);
        const way = isWhole ? undefined : ways.shift();
        if (way === undefined || (scale === undefined && way === 'contain')) return pdf;
        await page.call(markBled, [unclobberedDocument, way]);
      }
    },
  };
}

/** The places on pages without edges. */
export function withoutEdges(
  { pages, places, links }: PrintedDestinations,
  { top, right, bottom, left }: SheetEdges,
): PrintedDestinations {
  return {
    // Places of names are from the corner of the content.
    places,
    links: new Map(
      [...links].map(([name, { page, x, y }]) => [
        name,
        { page, x: x - left / millimetresPerPoint, y: y - top / millimetresPerPoint },
      ]),
    ),
    pages: pages.map((page) => ({
      ...page,
      width: page.width - (left + right) / millimetresPerPoint,
      height: page.height - (top + bottom) / millimetresPerPoint,
    })),
  };
}
