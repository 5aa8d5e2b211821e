/**
 * The layout of pages that `:nth()` chooses. Chromium drops its rules, and only a break that is asked for can give a page a name,
 * so a page can have a layout of its own only if Chromium has another word for it: the first one, all, and every second one.
 */
import { lengthsOfSize } from '#template/model/page-size-names';
import { layoutOfPages } from '../css/selectors.ts';
import { pageSide, pageStyle } from '../margin-boxes/page-style.ts';
import type { CssDeclaration, PageRule } from '../page-rule.ts';
import type { ResolvedPaged } from '../page-scripts/resolved-paged.ts';

/**
 * Returns `@page` rules with the layout that the document's own rules give to pages. Empty if none of them is for such pages.
 *
 * @example
 * nthPageRules(rules, resolved); // '@page :first{…}@page :left{…}@page :right{…}'
 */
export function nthPageRules(
  rules: readonly PageRule[],
  { isLeftFirst, areSidesSwapped }: Pick<ResolvedPaged, 'isLeftFirst' | 'areSidesSwapped'>,
): string {
  const isNeeded = rules.some(({ selector, declarations }) => selector.nths && declarations.some(isOfLayout));
  if (!isNeeded) return '';
  const names = new Set(['', ...rules.map(({ selector }) => selector.name ?? '')]);
  return [...names]
    .flatMap((name) =>
      [0, 1, 2].map((index) => {
        const side = pageSide(index, isLeftFirst);
        const isFirst = index === 0;
        const page = { name, side, isFirst, isBlank: false, number: index + 1, numberInGroup: 0 };
        const text = pageStyle(rules, page).page.filter(isOfLayout).map(pageDeclaration).join('');
        const printed = pageSide(index, isLeftFirst !== areSidesSwapped);
        return `@page ${escaped(name)}:${isFirst ? 'first' : printed}{${text}}`;
      }),
    )
    .join('');
}

/** A declaration of pages as Chromium knows it. */
export const pageDeclaration = ({ property, value, important }: CssDeclaration): string =>
  `${property}:${(property === 'size' && lengthsOfSize(value)) || value}${important ? '!important' : ''};`;

const isOfLayout = ({ property }: CssDeclaration): boolean => layoutOfPages.test(property);

const escaped = (name: string): string => name.replace(/[^-\w\u0080-\uffff]/g, '\\$&');
