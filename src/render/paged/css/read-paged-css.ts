/**
 * Reads what Chromium drops from style sheets. Declarations that it does not know are carried through its own cascade
 * as custom properties: a second sheet repeats the rules with these alone, in the order of the first ones, so that
 * selectors, media queries, layers and `!important` decide as ever.
 */
import { lengthsOfSize } from '#template/model/page-size-names';
import { type CssDeclaration, type PageBoxName, type PageRule, pageBoxNames } from '../page-rule.ts';
import { bookmarkProperties } from '../paged-vocabulary.ts';
import { countsPages, keptAttr, referenceFunctions } from './flow-content.ts';
import {
  canLayOutNth,
  type FootnotePart,
  footnoteParts,
  layoutOfPages,
  parsePageSelectors,
  type RulePlace,
  selectElementsOf,
  selectFootnotePart,
} from './selectors.ts';
import { groups, readStyleRules, type StyleNode } from './style-rules.ts';
import { findUnprinted, type UnprintedCss } from './unprinted-css.ts';

export interface SheetText {
  readonly css: string;
  /** Undefined for one that is not in a file. */
  readonly url?: string | undefined;
  /** The conditions of the sheet, such as `@media print`, from the outside in. */
  readonly wrappers: readonly string[];
  /** See `ListedSheet`. */
  readonly attributes?: readonly string[] | undefined;
}

/** A rule that applies if all of its conditions hold. */
interface ConditionalPageRule extends PageRule {
  /** Such as `@media (min-width: 10cm)`. */
  readonly conditions: readonly string[];
}

export interface PagedCss {
  /** The second sheet. */
  readonly css: string;
  /** The sizes of pages once more, if some have names that Chromium does not know, as lengths. */
  readonly sizes: string;
  /** `target-counter()`, `target-text()`, `leader()`, or page numbers in the text. */
  readonly usesReferences: boolean;
  readonly usesStrings: boolean;
  readonly usesRunning: boolean;
  readonly usesBookmarks: boolean;
  /** Whether an element sets the counter `page`. */
  readonly usesPageCounter: boolean;
  /** `float: footnote` */
  readonly usesFootnotes: boolean;
  /** The properties that rules set for the calls and the markers of footnotes. */
  readonly footnoteProperties: Readonly<Record<FootnotePart, readonly string[]>>;
  /** Whether `counter(page)` in the text is the number of the page: not where elements themselves count with it. */
  readonly countsPages: boolean;
  readonly pageRules: readonly ConditionalPageRule[];
  /** Selects at least all elements that have such declarations or a named page. */
  readonly selector: string;
  /** Selects at least all elements with a break to a left or a right page. Empty for none. */
  readonly sideSelector: string;
  /** The pseudo-elements that show references, such as `::after`. */
  readonly pseudos: readonly string[];
  /** Features that the PDF does not show if the rule applies. */
  readonly unprinted: readonly UnprintedCss[];
}

/** Whether it is for pages of one name. */
export const hasPageName = ({ name, nths = [] }: PageRule['selector']): boolean =>
  name !== undefined || nths.some(({ of }) => of !== undefined);

const running = /\brunning\s*\(/i;
const side = /\bvar\(|^(?:left|right|recto|verso)$/i;
const pageCounter = /(?:^|\s)page(?=$|\s)/;
const makers = /^-?(?:prince|weasy|ro|ah)-(?=bookmark-|string-set$)/;
const counterProperties = new Set(['counter-reset', 'counter-set', 'counter-increment']);
const pseudoElements = ['::before', '::after', '::marker'] as const;

/** Returns the name of the custom property that carries a property to the page scripts. */
export const carriedName = (property: string): string => `--pdfapi-${property}`;

/** The name of the custom property that carries one of `::footnote-call` or `::footnote-marker`, which is set for the note. */
export const carriedPartName = (part: FootnotePart, property: string): string =>
  carriedName(`footnote-${part}-${property}`);

/** The text of the sheets. Nothing in it can fail: what is invalid is left to Chromium. */
export function readPagedCss(sheets: readonly SheetText[]): PagedCss {
  const read = sheets.map(({ css, wrappers }) => ({ wrappers, nodes: readStyleRules(css) }));
  const found = new Found();
  for (const { nodes, wrappers } of read) found.visitSheet(nodes, wrappers);
  found.settle();
  const css = read.map(({ nodes, wrappers }) => wrapped(found.carried(nodes), wrappers)).join('\n');
  const result = found.result();
  const hasNames = result.pageRules.some(({ declarations }) => declarations.some(isNamedSize));
  const sizes = hasNames ? read.map(({ nodes, wrappers }) => wrapped(sizesIn(nodes), wrappers)).join('') : '';
  const parsed = read.map((sheet, i) => ({ ...sheet, css: sheets[i]?.css ?? '' }));
  return { css, sizes, ...result, unprinted: findUnprinted(parsed, result) };
}

const wrapped = (css: string, wrappers: readonly string[]): string =>
  css === '' ? '' : wrappers.reduceRight((inner, wrapper) => `${wrapper}{${inner}}`, css);

class Found {
  readonly #selectors = new Set<string>();
  readonly #named = new Set<string>();
  readonly #sides = new Set<string>();
  readonly #pseudos = new Set<string>();
  readonly #pageRules: (ConditionalPageRule & { readonly layerName: string | undefined })[] = [];
  readonly #layers = new LayerOrder();
  #references = false;
  /** Elements that show numbers of pages, and their pseudo-elements. */
  readonly #paged = { selectors: new Set<string>(), pseudos: new Set<string>() };
  #elementsCount = false;
  #strings = false;
  #running = false;
  #bookmarks = false;
  #pageCounter = false;
  #footnotes = false;
  readonly #partProperties: Readonly<Record<FootnotePart, Set<string>>> = {
    call: new Set(),
    marker: new Set(),
  };

  visitSheet(nodes: readonly StyleNode[], wrappers: readonly string[]): void {
    const layers = wrappers.filter((wrapper) => wrapper.startsWith('@layer'));
    const layer = layers.reduce<string | undefined>(
      (outer, wrapper) => this.#layers.add(wrapper.slice('@layer'.length), outer),
      undefined,
    );
    this.#visit(nodes, { wrappers, isNested: false }, layer);
  }

  #visit(nodes: readonly StyleNode[], place: RulePlace, layer: string | undefined): void {
    for (const node of nodes) {
      if (node.kind === 'declaration') this.#declaration(node, place);
      else if (node.kind === 'rule') {
        const isNested = place.selector !== undefined || place.isNested;
        this.#visit(node.children, { ...place, isNested, selector: node.selector }, layer);
      } else if (node.name === 'page') this.#pageRule(node, place.wrappers, layer);
      else {
        const own = node.name === 'layer' ? this.#layers.add(node.prelude, layer) : layer;
        if (!node.children || !groups.has(node.name)) continue;
        const wrappers = [...place.wrappers, `@${node.name} ${node.prelude}`];
        const isNested = place.isNested || node.name === 'scope';
        this.#visit(node.children, { ...place, wrappers, isNested }, own);
      }
    }
  }

  /** After the visit: only then is it known what `counter(page)` in the text means. */
  settle(): void {
    if (this.#elementsCount || this.#paged.selectors.size === 0) return;
    this.#references = true;
    for (const selector of this.#paged.selectors) this.#selectors.add(selector);
    for (const pseudo of this.#paged.pseudos) this.#pseudos.add(pseudo);
  }

  /** The rules of a document, after `settle`, with what Chromium does not know alone. */
  carried(nodes: readonly StyleNode[]): string {
    return repeated(
      nodes,
      groups,
      (node) => this.#carriedDeclaration(node),
      (rule) => (/::footnote-/i.test(rule.selector) ? this.#carriedParts(rule) : undefined),
    );
  }

  result(): Omit<PagedCss, 'css' | 'sizes' | 'unprinted'> {
    const hasNames = this.#pageRules.some(({ selector }) => hasPageName(selector));
    const selectors = [...this.#selectors, ...(hasNames ? this.#named : [])];
    const layers = this.#layers.names();
    if (this.#bookmarks) selectors.push(':is(h1, h2, h3, h4, h5, h6)');
    return {
      usesReferences: this.#references,
      usesStrings: this.#strings,
      usesRunning: this.#running,
      usesBookmarks: this.#bookmarks,
      usesPageCounter: this.#pageCounter,
      usesFootnotes: this.#footnotes,
      footnoteProperties: {
        call: [...this.#partProperties.call],
        marker: [...this.#partProperties.marker],
      },
      countsPages: !this.#elementsCount,
      pageRules: this.#pageRules.map(({ layerName, ...rule }) =>
        layerName === undefined ? rule : { ...rule, layer: layers.indexOf(layerName) },
      ),
      selector: selectors.includes('*') ? '*' : [...new Set(selectors)].join(),
      sideSelector: this.#sides.has('*') ? '*' : [...this.#sides].join(),
      pseudos: [...this.#pseudos],
    };
  }

  #declaration({ property, value }: CssDeclaration, place: RulePlace): void {
    const name = property.replace(makers, '');
    if (/^(?:page-)?break-(?:before|after)$/.test(name)) {
      if (side.test(value)) this.#sides.add(selectElementsOf(place));
      return;
    }
    if (name === 'content' && referenceFunctions.test(value)) {
      this.#references = true;
      for (const pseudo of pseudosOf(place)) this.#pseudos.add(pseudo);
    } else if (name === 'content' && pseudosOf(place).length > 0 && countsPages(value)) {
      for (const pseudo of pseudosOf(place)) this.#paged.pseudos.add(pseudo);
      this.#paged.selectors.add(selectElementsOf(place));
      return;
    } else if (property.startsWith('--') && referenceFunctions.test(value)) {
      // `var()` may bring it to any element.
      this.#references = true;
      for (const pseudo of pseudoElements) this.#pseudos.add(pseudo);
      this.#selectors.add('*');
      return;
    } else if (name === 'string-set') this.#strings = true;
    else if (name === 'position' && running.test(value)) this.#running = true;
    else if (name in bookmarkProperties) this.#bookmarks = true;
    else if (name === 'float' && /^footnote$/i.test(value)) this.#footnotes = true;
    else if (counterProperties.has(name) && pageCounter.test(value)) {
      this.#pageCounter = true;
      if (name === 'counter-increment') this.#elementsCount = true;
    } else if (name === 'page') {
      this.#named.add(selectElementsOf(place));
      return;
    } else return;
    this.#selectors.add(selectElementsOf(place));
  }

  #carriedDeclaration({ property, value, important }: CssDeclaration): string {
    const name = property.replace(makers, '');
    const isCarried =
      name === 'string-set' ||
      name in bookmarkProperties ||
      name === 'footnote-policy' ||
      (name === 'float' && this.#footnotes) ||
      (name === 'content' && this.#references) ||
      (name === 'position' && this.#running);
    if (!isCarried) return '';
    const kept = value.replaceAll(/(?<![-\w])attr\(/gi, `${keptAttr}(`);
    return `${carriedName(name)}:${kept}${important ? '!important' : ''};`;
  }

  /** The properties of calls and markers, as custom ones of their notes: Chromium drops rules with such pseudo-elements. */
  #carriedParts({ selector, children }: Extract<StyleNode, { kind: 'rule' }>): string {
    if (!this.#footnotes) return '';
    return footnoteParts
      .map((part) => {
        const notes = selectFootnotePart(selector, part);
        if (notes === undefined) return '';
        const declarations = declarationsIn(children).filter(({ property }) => !property.startsWith('--'));
        for (const { property } of declarations) this.#partProperties[part].add(property);
        const carried = declarations.map(
          ({ property, value, important }) =>
            `${carriedPartName(part, property)}:${value}${important ? '!important' : ''};`,
        );
        return `${notes}{${carried.join('')}}`;
      })
      .join('');
  }

  #pageRule(
    { prelude, children = [] }: Extract<StyleNode, { kind: 'at-rule' }>,
    conditions: readonly string[],
    layerName: string | undefined,
  ) {
    const selectors = parsePageSelectors(prelude);
    if (!selectors) return;
    const boxes = new Map<PageBoxName, CssDeclaration[]>();
    for (const node of children) {
      const name = node.kind === 'at-rule' && pageBoxNames.find((each) => each === node.name);
      if (!name) continue;
      boxes.set(name, [...(boxes.get(name) ?? []), ...declarationsIn(node.children ?? [])]);
    }
    const all = declarationsIn(children);
    const others = all.filter(({ property }) => !layoutOfPages.test(property));
    for (const selector of selectors) {
      const declarations = canLayOutNth(selector) ? all : others;
      this.#pageRules.push({ selector, declarations, boxes, conditions, layerName });
    }
  }
}

/** Gives names to cascade layers (css-cascade 5, 6.4.3) as they are met. A name is that of the layers around it with dots between them. */
class LayerOrder {
  /** Each layer with those in it, in the order in which they are first met. */
  readonly #inner = new Map<string, string[]>([['', []]]);
  #unnamed = 0;

  /** `list`: the prelude of `@layer`, empty for a layer without a name. Returns the name of the last one. */
  add(list: string, outer: string | undefined): string {
    let last = outer ?? '';
    for (const written of list.split(',')) {
      const name = written.trim() || `#${this.#unnamed++}`;
      last = outer ?? '';
      for (const part of name.split('.')) {
        const inner = last === '' ? part : `${last}.${part}`;
        if (!this.#inner.has(inner)) {
          this.#inner.set(inner, []);
          this.#inner.get(last)?.push(inner);
        }
        last = inner;
      }
    }
    return last;
  }

  /** All names, the weakest one first. What is in a layer is stronger than the layers in it. */
  names(): string[] {
    const namesIn = (layer: string): string[] =>
      (this.#inner.get(layer) ?? []).flatMap((inner) => [...namesIn(inner), inner]);
    return namesIn('');
  }
}

/** The rules, and those in `groupNames`, with some of their declarations. */
function repeated(
  nodes: readonly StyleNode[],
  groupNames: ReadonlySet<string>,
  textOf: (node: CssDeclaration) => string,
  /** What a rule is repeated as, if it is not like that. */
  textOfRule: (rule: Extract<StyleNode, { kind: 'rule' }>) => string | undefined = () => undefined,
): string {
  return nodes
    .map((node) => {
      if (node.kind === 'declaration') return textOf(node);
      if (node.kind === 'at-rule' && !groupNames.has(node.name)) return '';
      const own = node.kind === 'rule' ? textOfRule(node) : undefined;
      if (own !== undefined) return own;
      const inner = repeated(node.children ?? [], groupNames, textOf, textOfRule);
      if (inner === '') return '';
      return `${node.kind === 'rule' ? node.selector : `@${node.name} ${node.prelude}`}{${inner}}`;
    })
    .join('');
}

const isNamedSize = ({ property, value }: CssDeclaration): boolean =>
  property === 'size' && lengthsOfSize(value) !== undefined;

const pageGroups = new Set([...groups, 'page']);

const sizesIn = (nodes: readonly StyleNode[]): string =>
  repeated(nodes, pageGroups, ({ property, value, important }) =>
    property === 'size' ? `size:${lengthsOfSize(value) ?? value}${important ? '!important' : ''};` : '',
  );
/** The pseudo-elements that a declaration may be for. */
const pseudosOf = ({ selector, isNested }: RulePlace): string[] =>
  pseudoElements.filter((pseudo) => isNested || selector?.includes(pseudo.slice(1)));

const declarationsIn = (nodes: readonly StyleNode[]): CssDeclaration[] =>
  nodes.flatMap((node) =>
    node.kind === 'declaration'
      ? [{ property: node.property, value: node.value, important: node.important }]
      : [],
  );
