/** In which counter styles the margin boxes of a document show the numbers of its pages. */
import type { PageRule } from '../page-rule.ts';
import type { PagedFacts } from '../paged-facts.ts';
import { counterNames } from './content-list.ts';
import { marginBox } from './margin-box.ts';
import { pageKeys, pageStyle } from './page-style.ts';

const shown = new RegExp(`\\bcounters?\\(\\s*${counterNames.get('page')}\\s*(?:,\\s*([-\\w]+)\\s*)?\\)`, 'i');

/**
 * For each page the style of the first box that shows its number. A page that shows none, such as a title page, has the
 * style of the pages that it is counted with: of the next one that shows its number, or else of the last one before it.
 * `decimal` if none of them does.
 *
 * @example
 * findNumberStyles(rules, { pages: [title, front, text], pageNumbers: [1, 2, 1] }); // ['lower-roman', 'lower-roman', 'decimal']
 */
export function findNumberStyles(
  rules: readonly PageRule[],
  { pages, pageNumbers }: Pick<PagedFacts, 'pages' | 'pageNumbers'>,
): string[] {
  const known = new Map<string, string | undefined>();
  const keyOf = pageKeys(rules);
  const styles = pages.map((page) => {
    const key = keyOf(page);
    if (!known.has(key)) known.set(key, findStyle(rules, page));
    return known.get(key);
  });
  const isCountedOn = (page: number) => pageNumbers[page] === (pageNumbers[page - 1] ?? 0) + 1;
  for (let page = styles.length - 1; page > 0; page--) {
    if (isCountedOn(page)) styles[page - 1] ??= styles[page];
  }
  for (let page = 1; page < styles.length; page++) {
    if (isCountedOn(page)) styles[page] ??= styles[page - 1];
  }
  return styles.map((style) => style ?? 'decimal');
}

function findStyle(rules: readonly PageRule[], page: Parameters<typeof pageStyle>[1]): string | undefined {
  for (const [name, declarations] of pageStyle(rules, page).boxes) {
    if (name === 'footnote') continue;
    for (const part of marginBox(name, declarations)?.content ?? []) {
      const found = part.kind === 'css' ? shown.exec(part.css) : null;
      if (found) return found[1] ?? 'decimal';
    }
  }
  return undefined;
}
