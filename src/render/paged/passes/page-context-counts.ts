/** How `@page` rules count pages (css-page 3, 7.1). Chromium does it by itself in the margin boxes that it prints. */
import { pageKeys, pageStyle, type SelectedPage } from '../margin-boxes/page-style.ts';
import type { CssDeclaration, PageRule } from '../page-rule.ts';

/** The changes that one page makes to the counter `page`, before its elements make theirs. */
export interface PageContextCount {
  /** A counter of this page alone: those that follow count on from the page before it. */
  readonly reset: number | undefined;
  readonly increment: number;
  readonly set: number | undefined;
}

const byOne: PageContextCount = { reset: undefined, increment: 1, set: undefined };

/**
 * Returns what each page does.
 *
 * @example
 * pageContextCounts(rules)(page).increment; // 2 for `@page { counter-increment: page 2 }`
 */
export function pageContextCounts(rules: readonly PageRule[]): (page: SelectedPage) => PageContextCount {
  const counting = rules
    .map((rule) => ({ ...rule, declarations: rule.declarations.filter(countsPages) }))
    .filter(({ declarations }) => declarations.length > 0);
  if (counting.length === 0) return () => byOne;
  const known = new Map<string, PageContextCount>();
  const keyOf = pageKeys(counting);
  return (page) => {
    const key = keyOf(page);
    const count = known.get(key) ?? toCount(pageStyle(counting, page).page);
    known.set(key, count);
    return count;
  };
}

const countsPages = ({ property, value }: CssDeclaration): boolean =>
  /^counter-(?:reset|increment|set)$/.test(property) && isCounterList(value);

/** Without a page counter among them, pages are counted by one. */
function toCount(declarations: readonly CssDeclaration[]): PageContextCount {
  const valuesOf = (property: string, implied: number): number[] => {
    const { value = '' } = declarations.findLast((each) => each.property === property) ?? {};
    return [...value.matchAll(/(?<![-\w])page(?![-\w])(?:\s+([-+]?\d+))?/g)].map(([, written]) =>
      Number(written ?? implied),
    );
  };
  const resets = valuesOf('counter-reset', 0);
  const increments = valuesOf('counter-increment', 1);
  const sets = valuesOf('counter-set', 0);
  if (resets.length + increments.length + sets.length === 0) return byOne;
  return {
    reset: resets.at(-1),
    increment: increments.reduce((sum, value) => sum + value, 0),
    set: sets.at(-1),
  };
}

/** Names with or without numbers. Browsers ignore other values. */
const isCounterList = (value: string): boolean =>
  /^\s*-{0,2}[a-z_][-\w]*(?:\s+(?:-{0,2}[a-z_][-\w]*|[-+]?\d+))*\s*$/i.test(value);
