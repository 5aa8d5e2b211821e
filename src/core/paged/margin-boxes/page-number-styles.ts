/** In which counter styles the margin boxes of a document show the numbers of its pages. */
import type { PageRule } from '../page-rule.ts';
import { counterNames } from './content-list.ts';
import { marginBox } from './margin-box.ts';
import { pageSide, pageStyle } from './page-style.ts';

const shown = new RegExp(`\\bcounters?\\(\\s*${counterNames.get('page')}\\s*(?:,\\s*([-\\w]+)\\s*)?\\)`, 'i');

/** For each page, by its name: the style of the first box that shows its number, `decimal` if none does. */
export function pageNumberStyles(rules: readonly PageRule[], pageNames: readonly string[]): string[] {
  const known = new Map<string, string>();
  return pageNames.map((name, index) => {
    const page = { name, side: pageSide(index, false), isFirst: index === 0 };
    const key = JSON.stringify(page);
    const style = known.get(key) ?? findStyle(rules, page);
    known.set(key, style);
    return style;
  });
}

function findStyle(rules: readonly PageRule[], page: Parameters<typeof pageStyle>[1]): string {
  for (const [name, declarations] of pageStyle(rules, page).boxes) {
    for (const part of marginBox(name, declarations)?.content ?? []) {
      const found = part.kind === 'css' ? shown.exec(part.css) : null;
      if (found) return found[1] ?? 'decimal';
    }
  }
  return 'decimal';
}
