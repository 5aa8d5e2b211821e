import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { FootnoteElements } from './footnotes/set-up-footnotes.ts';
import type { isConditionMet } from './is-condition-met.ts';

export interface PagedStyleOptions {
  /** The sheet that carries what Chromium does not know, and the one that shows what pdfapi generates. */
  readonly sheets: readonly string[];
  /** Rules that apply to the window, and to no print but one of its size. */
  readonly windowRules: string;
  /** See `PagedCss`. */
  readonly selector: string;
  readonly pseudos: readonly string[];
  /** The custom properties to read, of elements, and of their pseudo-elements. */
  readonly properties: readonly string[];
  readonly pseudoProperty: string | undefined;
  readonly conditions: readonly string[];
  readonly maxElements: number;
  readonly maxFound: number;
}

export interface PagedStyles {
  /** The values in `found`, each once. */
  readonly values: readonly string[];
  /** In document order. The element is an index of those that later scripts know. */
  readonly found: readonly {
    readonly element: number;
    /** A pseudo-element, or empty. */
    readonly pseudo: string;
    readonly property: string;
    readonly value: number;
  }[];
  readonly conditions: readonly boolean[];
  readonly isCut: boolean;
}

export interface LeaderElement {
  readonly root: HTMLElement;
  /** The elements in it that show something. */
  readonly parts: Readonly<Record<'before' | 'dots' | 'after' | 'room', HTMLElement>>;
  /** The block whose line it is in. */
  readonly line: Element;
  /** Whether elements of the document follow in its line. */
  readonly isInner: boolean;
  readonly pattern: string;
  /** Equal for leaders that look the same. */
  readonly look: string;
  /** In the form of CSS `font`. */
  readonly font: string;
  /** A length. */
  readonly letterSpacing: string;
}

/** The state that the scripts for paged media pass on from one to the next. */
export interface PagedState {
  pdfapiPaged?: {
    readonly elements: Element[];
    /** The elements that show leaders, by the index of their reference. */
    readonly shown: Map<number, LeaderElement>;
    /** CSS pixels: the width of a leader's pattern, by its look. */
    readonly units: Map<string, number>;
    /** What begins on one side: see `ResolvedPaged.sides`. */
    readonly sides: Node[];
    /** The empty pages before it, and the elements whose shadow trees they are in. */
    readonly blanks: Element[];
    readonly hosts: Map<Element, ShadowRoot>;
    blankSheet?: CSSStyleSheet;
    /** Page rules that are for larger sheets now: see `growPages`. */
    readonly grown: Set<CSSPageRule>;
    footnotes?: FootnoteElements | undefined;
  };
}

/** Adopts the sheets, and reads the values that the cascade gives to elements. */
export function findPagedStyles(
  { getDocument, isMet }: { getDocument: typeof unclobberedDocument; isMet: typeof isConditionMet },
  options: PagedStyleOptions,
): PagedStyles {
  const document = getDocument();
  const toSheet = (css: string): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  };
  const ofWindow = `@media (width:${innerWidth}px) and (height:${innerHeight}px){${options.windowRules}}`;
  const sheets = [...options.sheets, ofWindow].map(toSheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  const elements: Element[] = [];
  (globalThis as PagedState).pdfapiPaged = {
    elements,
    shown: new Map(),
    units: new Map(),
    sides: [],
    blanks: [],
    hosts: new Map(),
    grown: new Set(),
  };
  const values = new Map<string, number>();
  const found: PagedStyles['found'][number][] = [];
  let selected: Element[] = [];
  try {
    selected = options.selector ? [...document.querySelectorAll(options.selector)] : [];
  } catch {
    selected = [...document.querySelectorAll('*')];
  }
  let isCut = selected.length > options.maxElements;
  for (const element of selected.slice(0, options.maxElements)) {
    if (found.length >= options.maxFound) {
      isCut = true;
      break;
    }
    let index = -1;
    const add = (pseudo: string, property: string, value: string): void => {
      if (value === '') return;
      if (index < 0) index = elements.push(element) - 1;
      const known = values.get(value) ?? values.size;
      values.set(value, known);
      found.push({ element: index, pseudo, property, value: known });
    };
    const style = getComputedStyle(element);
    const isShown = style.display !== 'none';
    for (const property of options.properties) {
      // Strings are set where the element would be.
      if (isShown || property === '--pdfapi-string-set')
        add('', property, style.getPropertyValue(property).trim());
    }
    if (!isShown) continue;
    if (options.pseudoProperty === undefined) continue;
    for (const pseudo of options.pseudos) {
      const value = getComputedStyle(element, pseudo).getPropertyValue(options.pseudoProperty).trim();
      if (/\b(?:target-|leader|counters?\(\s*pages?\b)/i.test(value))
        add(pseudo, options.pseudoProperty, value);
    }
  }
  const conditions = options.conditions.map(isMet);
  return { values: [...values.keys()], found, conditions, isCut };
}
