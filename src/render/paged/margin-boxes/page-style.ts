/** The cascade of `@page` rules for one page (css-page 3, chapters 3 and 5): which rules apply, and which wins. */
import type { CssDeclaration, NthPages, PageBoxName, PagePseudoClass, PageRule } from '../page-rule.ts';

/** The properties of a page that selectors ask for. */
export interface SelectedPage {
  /** The CSS `page` property, empty for none. */
  readonly name: string;
  readonly side: 'left' | 'right';
  readonly isFirst: boolean;
  /** Whether it is there because what follows begins on the other side. */
  readonly isBlank: boolean;
  /** From 1. */
  readonly number: number;
  /** Its number in its page group (css-gcpm 3, 3.2). 0 for a page without a name. */
  readonly numberInGroup: number;
}

/** A page that no selector is for. */
export const usualPage: SelectedPage = {
  name: '',
  side: 'right',
  isFirst: false,
  isBlank: false,
  number: Number.NaN,
  numberInGroup: Number.NaN,
};

/** The declarations of a page and of its boxes. The last one of a property wins. */
export interface PageStyle {
  readonly page: readonly CssDeclaration[];
  readonly boxes: ReadonlyMap<PageBoxName, readonly CssDeclaration[]>;
}

/** The side of a page (an index from 0). In a document that is read from right to left, the first one is on the left. */
export const pageSide = (index: number, isLeftFirst: boolean): SelectedPage['side'] =>
  (index % 2 === 0) === isLeftFirst ? 'left' : 'right';

export function pageStyle(rules: readonly PageRule[], page: SelectedPage): PageStyle {
  const matching = rules.filter((rule) => matches(rule, page));
  // Sorting keeps the order of rules that are equally specific.
  matching.sort((a, b) => compareLayers(a, b) || specificity(a) - specificity(b));
  // The first layer is the strongest one for what is important.
  const importantOrder = matching.toSorted((a, b) => compareLayers(b, a) || specificity(a) - specificity(b));
  const cascaded = (declarationsOf: (rule: PageRule) => readonly CssDeclaration[]): CssDeclaration[] => [
    ...matching.flatMap(declarationsOf).filter(({ important }) => !important),
    ...importantOrder.flatMap(declarationsOf).filter(({ important }) => important),
  ];
  const names = new Set(matching.flatMap(({ boxes }) => [...boxes.keys()]));
  return {
    page: cascaded(({ declarations }) => declarations),
    boxes: new Map([...names].map((name) => [name, cascaded(({ boxes }) => boxes.get(name) ?? [])])),
  };
}

const compareLayers = (a: PageRule, b: PageRule): number =>
  a.layer === b.layer ? 0 : (a.layer ?? Number.POSITIVE_INFINITY) - (b.layer ?? Number.POSITIVE_INFINITY);

/**
 * Returns what is equal for pages that the same of the rules apply to, for those who keep what they have worked out.
 *
 * @example
 * const keyOf = pageKeys(rules);
 * keyOf(first) === keyOf(third); // true without rules of `:first`
 */
export function pageKeys(rules: readonly PageRule[]): (page: SelectedPage) => string {
  const nths = rules.flatMap(({ selector }) => selector.nths ?? []);
  return (page) => {
    const { name, side, isFirst, isBlank } = page;
    return JSON.stringify([name, side, isFirst, isBlank, nths.map((nth) => isNth(nth, page))]);
  };
}

function matches({ selector }: PageRule, page: SelectedPage): boolean {
  const { name, side, isFirst, isBlank } = page;
  const holds: Readonly<Record<PagePseudoClass, boolean>> = {
    first: isFirst,
    left: side === 'left',
    right: side === 'right',
    blank: isBlank,
  };
  return (
    (selector.name === undefined || selector.name === name) &&
    selector.pseudos.every((each) => holds[each]) &&
    (selector.nths ?? []).every((nth) => isNth(nth, page))
  );
}

function isNth({ step, offset, of }: NthPages, { name, number, numberInGroup }: SelectedPage): boolean {
  if (of !== undefined && of !== name) return false;
  const from = (of === undefined ? number : numberInGroup) - offset;
  return step === 0 ? from === 0 : from % step === 0 && from / step >= 0;
}

/** More pseudo-classes than this in one selector repeat each other. */
const most = 100;

/**
 * A name counts more than any `:first` or `:blank`, and these more than any `:left` or `:right` (css-page 3, 4.5). No
 * specification has a place for `:nth()`: it counts as `:first`, which it generalizes, and with a name as both.
 */
function specificity({ selector: { name, pseudos, nths = [] } }: PageRule): number {
  const names = (name === undefined ? 0 : 1) + nths.filter(({ of }) => of !== undefined).length;
  const sides = pseudos.filter((each) => each === 'left' || each === 'right').length;
  const others = pseudos.length - sides + nths.length;
  return names * most * most + Math.min(others, most - 1) * most + Math.min(sides, most - 1);
}
