/** The variables of each page that headers and footers may show. */

import type { PrintedHeading, PrintedPages } from '#pdf';
import type { PageVariables } from '#template/fill/fill';
import { sideOf } from './plan-header-footer.ts';

export const headingLevels = [1, 2, 3, 4, 5, 6] as const;

/** `names`: of the pages, as far as they are known. */
export function pageVariables(
  { sizes, headings }: PrintedPages,
  names: readonly string[] = [],
): PageVariables[] {
  const byPage = Map.groupBy(headings, ({ page }) => page);
  const count = sizes.length;
  let before: readonly string[] = [];
  return sizes.map((_, i) => {
    const onPage = byPage.get(i) ?? [];
    const ruling = rulingHeadings(before, onPage);
    before = afterPage(before, onPage);
    const number = i + 1;
    return {
      number,
      count,
      section: ruling.find((title) => title !== '') ?? '',
      sections: Object.fromEntries(headingLevels.map((level) => [level, ruling[level - 1] ?? ''])),
      first: number === 1,
      last: number === count,
      side: sideOf(number),
      name: names[i] ?? '',
    };
  });
}

/**
 * The headings that rule a page, by level: the first one on the page, or else the last one before it, as `string()` of
 * css-gcpm is by default. A heading that begins on the page ends what ruled below it.
 */
function rulingHeadings(before: readonly string[], onPage: readonly PrintedHeading[]): string[] {
  const ruling: string[] = [];
  let from = 0;
  let isNew = false;
  for (const level of headingLevels) {
    const rest = onPage.slice(from);
    const end = isNew ? rest.findIndex((heading) => heading.level < level) : -1;
    const found = rest.slice(0, end < 0 ? undefined : end).findIndex((heading) => heading.level === level);
    const heading = rest[found];
    if (heading) {
      from += found + 1;
      isNew = true;
    }
    ruling.push(heading?.title ?? (isNew ? '' : (before[level - 1] ?? '')));
  }
  return ruling;
}

/** Returns the heading of each level that applies at the start of the next page. */
function afterPage(before: readonly string[], onPage: readonly PrintedHeading[]): readonly string[] {
  let after = before;
  for (const { level, title } of onPage) {
    after = headingLevels.map((each) =>
      each < level ? (after[each - 1] ?? '') : each === level ? title : '',
    );
  }
  return after;
}
