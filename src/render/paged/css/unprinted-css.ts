/** Finds styles that neither Chromium nor pdfapi prints, so that the author can be told of them. */
import type { CssDeclaration } from '../page-rule.ts';
import { isUnreadable } from '../sheets/marks-and-bleed.ts';
import { parseFlowContent, parseStringSet, referenceFunctions, withoutStrings } from './flow-content.ts';
import {
  canLayOutNth,
  layoutOfPages,
  parsePageSelectors,
  type RulePlace,
  selectElementsOf,
} from './selectors.ts';
import { groups, type StyleNode } from './style-rules.ts';

/** One place in the style sheets that has no effect on the PDF if its rule applies. */
export interface UnprintedCss {
  readonly feature: UnprintedFeature;
  /** As in the style sheet, such as `float: footnote`. */
  readonly written: string;
  /** The index of the style sheet, and the line in it, from 1. */
  readonly sheet: number;
  readonly line: number;
  /** See `RulePlace.wrappers`. */
  readonly conditions: readonly string[];
  /** Selects at least all elements that it is for. Undefined for pages. */
  readonly selector: string | undefined;
}

type UnprintedFeature = keyof typeof unprintedFeatures;

/** Feature → what happens instead, and the remedy. They complete a sentence that begins with what is written. */
export const unprintedFeatures = {
  'footnote-display': 'is printed as block: each note begins on a line of its own',
  'page-floats':
    'has no effect, and the element stays in the text: move it in the HTML to where it is to be printed',
  'page-selector':
    'is ignored with the whole rule: use :first, :left, :right, :blank, :nth(), or the page property with a name for the page',
  'nth-pages':
    'is ignored, because the browser knows no such pages: give an element the page property with a name, and set it in the rule of that name, or use :first, :left or :right',
  'page-marks': 'is ignored: marks has crop, cross and none, and bleed auto and lengths, such as 3mm',
  cmyk: 'is ignored, because the PDF has RGB colours: write the colour as rgb() or #rrggbb',
  strings:
    'is ignored: use strings, content(), content(before), content(after), content(first-letter), attr(), counter() and counters()',
  bookmarks:
    'is ignored: bookmark-level has numbers and none, bookmark-label the same as string-set, bookmark-state open and closed',
  'bookmark-target': 'has no effect, and the bookmark leads to its element: set it at the element to lead to',
  references:
    "is ignored: use target-counter(attr(href url), page), target-counters() with a separator, target-text(attr(href url), content) and leader('.')",
  'running-content':
    'is ignored outside of margin boxes: use target-text() with the id of the element whose text it is to repeat',
  'static-flow': 'has no effect: use position: running() and content: element()',
} as const;

/** Places of one feature that are looked at: the page is asked whether the rule of each applies. */
export const maxUnprintedPlaces = 100;
const maxWritten = 80;

interface UsedInText {
  /** Whether there are running elements, which are printed in margin boxes with what is generated in them. */
  readonly usesRunning: boolean;
}

interface ParsedSheet {
  readonly css: string;
  readonly nodes: readonly StyleNode[];
  readonly wrappers: readonly string[];
}

export function findUnprinted(sheets: readonly ParsedSheet[], uses: UsedInText): readonly UnprintedCss[] {
  const found: UnprintedCss[] = [];
  const counts = new Map<UnprintedFeature, number>();
  for (const [sheet, { css, nodes, wrappers }] of sheets.entries()) {
    const add = (feature: UnprintedFeature, written: string, { start }: StyleNode, place: RulePlace) => {
      const count = (counts.get(feature) ?? 0) + 1;
      counts.set(feature, count);
      if (count > maxUnprintedPlaces) return;
      const isPage = place.selector === undefined && !place.isNested;
      found.push({
        feature,
        written: shorten(written),
        sheet,
        line: css.slice(0, start).split('\n').length,
        conditions: place.wrappers,
        selector: isPage ? undefined : selectElementsOf(place),
      });
    };
    const visit = (children: readonly StyleNode[], place: RulePlace): void => {
      for (const node of children) {
        if (node.kind === 'declaration') {
          const feature = findFeature(node, children, { uses, place });
          if (feature) add(feature, `${node.property}: ${node.value}`, node, place);
        } else if (node.kind === 'rule') {
          const isNested = place.selector !== undefined || place.isNested;
          const inner = { ...place, isNested, selector: node.selector };
          visit(node.children, inner);
        } else if (node.name === 'page') visitPage(node, place);
        else if (node.children && groups.has(node.name)) {
          const isNested = place.isNested || node.name === 'scope';
          visit(node.children, {
            ...place,
            isNested,
            wrappers: [...place.wrappers, `@${node.name} ${node.prelude}`],
          });
        }
      }
    };
    const visitPage = (
      rule: Extract<StyleNode, { kind: 'at-rule' }>,
      { wrappers: conditions }: RulePlace,
    ) => {
      const place = { wrappers: conditions, isNested: false };
      const selectors = parsePageSelectors(rule.prelude);
      if (!selectors) {
        add('page-selector', `@page ${rule.prelude}`, rule, place);
        return;
      }
      const isNth = !selectors.every(canLayOutNth);
      for (const node of rule.children ?? []) {
        if (node.kind !== 'declaration') continue;
        if (isNth && layoutOfPages.test(node.property))
          add('nth-pages', `${node.property}: ${node.value}`, node, place);
        if (isUnreadable(node)) add('page-marks', `${node.property}: ${node.value}`, node, place);
      }
    };
    visit(nodes, { wrappers, isNested: false });
  }
  return found;
}

interface Context {
  readonly uses: UsedInText;
  readonly place: RulePlace;
}

const floats = /^(?:(?:top|bottom)(?:-corner)?|block-(?:start|end)|snap-(?:block|inline)(?:\(.*\))?)$/i;
/** Values that only the browser resolves, and those that are taken from elsewhere. */
const unknown = /\b(?:var|env)\(|^(?:initial|inherit|unset|revert|revert-layer|none|normal)$/i;

/** The feature that a declaration in the rule of an element asks for. */
function findFeature(
  node: CssDeclaration & { readonly start: number },
  siblings: readonly StyleNode[],
  { uses, place }: Context,
): UnprintedFeature | undefined {
  const { property, value } = node;
  if (/\bdevice-cmyk\(/i.test(value)) {
    // Browsers that do not know it take the value before it.
    const hasOther = siblings.some(
      (other) => other !== node && other.kind === 'declaration' && other.property === property,
    );
    return hasOther ? undefined : 'cmyk';
  }
  if (property === 'float') return floats.test(value) ? 'page-floats' : undefined;
  if (property === 'footnote-display')
    return /^(?:inline|compact)$/i.test(value) ? 'footnote-display' : undefined;
  if (property === 'flow') return /^static\(/i.test(value) ? 'static-flow' : undefined;
  if (property === 'bookmark-target') return unknown.test(value) ? undefined : 'bookmark-target';
  if (unknown.test(value)) return undefined;
  switch (property) {
    case 'string-set':
      return parseStringSet(value) ? undefined : 'strings';
    case 'bookmark-level':
      return /^\d+$/.test(value) ? undefined : 'bookmarks';
    case 'bookmark-label':
      return parseFlowContent(value) ? undefined : 'bookmarks';
    case 'bookmark-state':
      return /^(?:open|closed)$/i.test(value) ? undefined : 'bookmarks';
    case 'content':
      return findContentFeature(value, { uses, place });
    default:
      return undefined;
  }
}

function findContentFeature(value: string, { uses, place }: Context): UnprintedFeature | undefined {
  // Elements show no content but pictures: what looks like it is for another program.
  if (!place.isNested && !/::?(?:before|after|marker)\b/i.test(place.selector ?? '')) return undefined;
  const functions = withoutStrings(value);
  if (referenceFunctions.test(functions)) return parseFlowContent(value) ? undefined : 'references';
  if (uses.usesRunning) return undefined;
  return /(?<![-\w])(?:string|element)\(/i.test(functions) ? 'running-content' : undefined;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxWritten ? `${line.slice(0, maxWritten)}…` : line;
}
