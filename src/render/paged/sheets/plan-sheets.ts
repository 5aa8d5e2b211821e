/**
 * Prints pages with bleed on larger sheets, because Chromium has none. Each `@page` rule gets a larger size and larger
 * margins, so that the layout stays the same. All pages grow by the same: which of them have bleed and marks is known once they
 * are printed, and then each gets what it asks for: see `finishSheets`.
 */
import { toPageSize } from '#browser/paper/page-size-css';
import { millimetresPerPoint, parseLength } from '#contract/length';
import type { PageMargins } from '#contract/page';
import type { PrintedSheet } from '#pdf/overlay/finish-sheets';
import type { Paper } from '#template/model/page-settings';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageStyle, usualPage } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import type { PagedFacts } from '../paged-facts.ts';
import { type MarksAndBleed, readMarksAndBleed } from './marks-and-bleed.ts';

/** What is added to each side of all pages, in millimetres. */
export type SheetEdges = PageMargins;

/** Millimetres on the right and at the bottom, because Chromium rounds the sizes of pages. */
const spare = 0.4;

/** Returns undefined for rules without marks and bleed, and what is wrong if there are some that cannot be printed. */
export function planSheets(rules: readonly PageRule[], paper: Paper): SheetEdges | string | undefined {
  const wanted = rules.map(({ declarations }) => readMarksAndBleed(declarations)).filter(isAny);
  if (wanted.length === 0) return undefined;
  const sizes = rules
    .flatMap(({ declarations }) => declarations)
    .filter(({ property }) => property === 'size' && !paper.sizeGiven)
    .map(({ value }) => value.trim());
  if (paper.fitsContents || sizes.some((size) => /^\S+\s+auto$/i.test(size)))
    return 'marks and bleed have no effect on paper that is as high as its contents: give the page a height';
  const relative = sizes.find(isRelative);
  if (relative !== undefined)
    return `marks and bleed have no effect, because the pages have a relative size (size: ${relative}): write it in mm, cm, in, pt, pc, px or q`;
  const most = (side: keyof PageMargins) => Math.max(...wanted.map(({ bleed }) => bleed[side]));
  return {
    top: most('top'),
    right: most('right') + spare,
    bottom: most('bottom') + spare,
    left: most('left'),
  };
}

const hasMarks = ({ crop, cross }: MarksAndBleed): boolean => crop || cross;
const isAny = (each: MarksAndBleed): boolean =>
  hasMarks(each) || Object.values(each.bleed).some((x) => x > 0);

const isRelative = (size: string): boolean => /\(|\d(?:r?em|ex|ch|v[wh]|vmin|vmax)\b/i.test(size);

/** The size of a page in millimetres, where a value sets one that browsers know. */
function sizeOf(value: string, paper: Paper) {
  const { width, height } = paper;
  return value.trim().toLowerCase() === 'auto' ? { width, height } : toPageSize(value, paper);
}

/** Returns the values of `size` with the edges. Those that are none in Chromium are left out. */
export const grownSizes = (
  sizes: readonly string[],
  edges: SheetEdges,
  paper: Paper,
): Record<string, string> =>
  Object.fromEntries(
    sizes.flatMap((value) => {
      const size = sizeOf(value, paper);
      if (!size) return [];
      const { width, height } = size;
      return [[value, `${width + edges.left + edges.right}mm ${height + edges.top + edges.bottom}mm`]];
    }),
  );

/** The sheet of each printed page. `sizes`: of the pages without edges, as they were printed, in millimetres. */
export function printedSheets(
  rules: readonly PageRule[],
  {
    edges,
    paper,
    facts,
    sizes,
  }: {
    readonly edges: SheetEdges;
    readonly paper: Paper;
    readonly facts: Pick<PagedFacts, 'pages'>;
    readonly sizes: readonly { readonly width: number; readonly height: number }[];
  },
): PrintedSheet[] {
  const points = (millimetres: number) => millimetres / millimetresPerPoint;
  return sizes.map((printed, index) => {
    const { page: declarations } = pageStyle(rules, facts.pages[index] ?? usualPage);
    const { crop, cross, bleed } = readMarksAndBleed(declarations);
    const own = paper.sizeGiven
      ? undefined
      : declarations
          .filter(({ property }) => property === 'size')
          .map(({ value }) => sizeOf(value, paper))
          .findLast((size) => size !== undefined);
    const { width, height } = own ?? paper;
    // A page that Chromium printed in another size keeps what it has.
    const isAsPrinted = Math.abs(width - printed.width) < 2 && Math.abs(height - printed.height) < 2;
    const size = isAsPrinted ? { width, height } : printed;
    return {
      x: points(edges.left),
      y: points(edges.top),
      width: points(size.width),
      height: points(size.height),
      bleed: {
        top: points(bleed.top),
        right: points(bleed.right),
        bottom: points(bleed.bottom),
        left: points(bleed.left),
      },
      crop,
      cross,
    };
  });
}

/** See `printOnSheets`. With which of its pages Chromium compares a document is not known. */
export function reachOf(rules: readonly PageRule[], paper: Paper): number {
  const widths = [undefined, ...new Set(rules.map(({ selector }) => selector.name))].flatMap((name = '') => {
    const { page } = pageStyle(rules, { ...usualPage, name });
    const sizes = page.filter(({ property }) => property === 'size').map(({ value }) => sizeOf(value, paper));
    const { width, height } =
      (paper.sizeGiven ? undefined : sizes.findLast((size) => size !== undefined)) ?? paper;
    const { left, right } = pageMargins(page, { width, height }, paper);
    const [start, end] = [left, right].map((length) => parseLength(length) ?? 0);
    const content = width - (start ?? 0) - (end ?? 0);
    return content > 0
      ? [{ content, reach: content + (end ?? 0) + readMarksAndBleed(page).bleed.right }]
      : [];
  });
  const widest = Math.max(...widths.map(({ reach }) => reach));
  const narrowest = Math.min(...widths.map(({ content }) => content));
  // To a hundredth more, because Chromium rounds what it prints.
  return widths.length > 0 ? widest / narrowest + 0.01 : 1;
}
