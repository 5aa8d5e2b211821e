/** Counters of the document that its margin boxes show. Chromium knows them only from the start of the document. */
import type { PageRule } from '../page-rule.ts';

const shown = /\bcounters?\(\s*((?:--|-?[a-z_\u0080-\uffff])[-\w\u0080-\uffff]*)/gi;
const others = new Set(['page', 'pages', 'none', 'default', 'initial', 'inherit', 'unset', 'revert']);

/** Each one costs a place in the PDF for all elements that change it. */
const maxCounters = 20;

/**
 * Without those that the page rules count themselves, which Chromium does.
 *
 * @example
 * shownCounters(readPagedCss([{ css: '@page { @top-left { content: counter(chapter) } }', wrappers: [] }]).pageRules); // ['chapter']
 */
export function shownCounters(rules: readonly PageRule[]): string[] {
  const all = rules.flatMap(({ declarations, boxes }) => [...declarations, ...[...boxes.values()].flat()]);
  const own = new Set(
    all.flatMap(({ property, value }) => (property.startsWith('counter-') ? value.split(/\s+/) : [])),
  );
  const names = all
    .filter(({ property }) => property === 'content')
    .flatMap(({ value }) => [...value.matchAll(shown)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !own.has(name) && !others.has(name)).slice(0, maxCounters);
}
