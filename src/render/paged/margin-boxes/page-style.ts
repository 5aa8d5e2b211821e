/** The cascade of `@page` rules for one page (css-page 3, chapters 3 and 5): which rules apply, and which wins. */
import type { CssDeclaration, MarginBoxName, PagePseudoClass, PageRule } from '../page-rule.ts';

/** The properties of a page that selectors ask for. */
export interface SelectedPage {
  /** The CSS `page` property, empty for none. */
  readonly name: string;
  readonly side: 'left' | 'right';
  readonly isFirst: boolean;
}

/** The declarations of a page and of its margin boxes. The last one of a property wins. */
export interface PageStyle {
  readonly page: readonly CssDeclaration[];
  readonly boxes: ReadonlyMap<MarginBoxName, readonly CssDeclaration[]>;
}

/** The side of a page (an index from 0). In a document that is read from right to left, the first one is on the left. */
export const pageSide = (index: number, isLeftFirst: boolean): SelectedPage['side'] =>
  (index % 2 === 0) === isLeftFirst ? 'left' : 'right';

/** `:blank` matches no page: Chromium makes none for a forced break. */
export function pageStyle(rules: readonly PageRule[], page: SelectedPage): PageStyle {
  const matching = rules.filter((rule) => matches(rule, page));
  // Sorting keeps the order of rules that are equally specific.
  matching.sort((a, b) => specificity(a) - specificity(b));
  const boxes = new Map<MarginBoxName, CssDeclaration[]>();
  for (const rule of matching) {
    for (const [name, declarations] of rule.boxes) {
      const all = boxes.get(name);
      if (all) all.push(...declarations);
      else boxes.set(name, [...declarations]);
    }
  }
  return {
    page: importantLast(matching.flatMap((rule) => rule.declarations)),
    boxes: new Map([...boxes].map(([name, declarations]) => [name, importantLast(declarations)])),
  };
}

function matches({ selector }: PageRule, { name, side, isFirst }: SelectedPage): boolean {
  const holds: Readonly<Record<PagePseudoClass, boolean>> = {
    first: isFirst,
    left: side === 'left',
    right: side === 'right',
    blank: false,
  };
  return (
    (selector.name === undefined || selector.name === name) && selector.pseudos.every((each) => holds[each])
  );
}

/** More pseudo-classes than this in one selector repeat each other. */
const most = 100;

/** A name counts more than any `:first` or `:blank`, and these more than any `:left` or `:right`. */
function specificity({ selector: { name, pseudos } }: PageRule): number {
  const sides = pseudos.filter((each) => each === 'left' || each === 'right').length;
  const others = pseudos.length - sides;
  return (
    (name === undefined ? 0 : most * most) + Math.min(others, most - 1) * most + Math.min(sides, most - 1)
  );
}

const importantLast = (declarations: readonly CssDeclaration[]): CssDeclaration[] => [
  ...declarations.filter(({ important }) => !important),
  ...declarations.filter(({ important }) => important),
];
