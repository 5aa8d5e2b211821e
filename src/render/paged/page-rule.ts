/** `@page` rules as the style sheets have them, as far as Chromium does not print them by itself. */

export interface CssDeclaration {
  /** In lower case; custom properties as written. */
  readonly property: string;
  /** As written, without `!important`. */
  readonly value: string;
  readonly important: boolean;
}

export const marginBoxNames = [
  'top-left-corner',
  'top-left',
  'top-center',
  'top-right',
  'top-right-corner',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right-corner',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'bottom-left-corner',
  'left-bottom',
  'left-middle',
  'left-top',
] as const;

export type MarginBoxName = (typeof marginBoxNames)[number];

/** The boxes that a page rule may have: those in the margins, and the area of its footnotes. */
export const pageBoxNames = [...marginBoxNames, 'footnote'] as const;

export type PageBoxName = (typeof pageBoxNames)[number];

export type PagePseudoClass = 'first' | 'left' | 'right' | 'blank';

/** `:nth(step n + offset of name)` */
export interface NthPages {
  readonly step: number;
  readonly offset: number;
  /** Set for the pages of each group of that name, which are counted from its first one. */
  readonly of?: string | undefined;
}

/** One `@page` rule. Rules come in the order of the cascade: a later one wins over an earlier one as specific as it. */
export interface PageRule {
  readonly selector: {
    readonly name?: string | undefined;
    readonly pseudos: readonly PagePseudoClass[];
    readonly nths?: readonly NthPages[] | undefined;
  };
  readonly declarations: readonly CssDeclaration[];
  readonly boxes: ReadonlyMap<PageBoxName, readonly CssDeclaration[]>;
  /** The place of its cascade layer among all, from the weakest one. Undefined for a rule in none, which is stronger. */
  readonly layer?: number | undefined;
}
