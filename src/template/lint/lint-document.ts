/** A parsed document as the rules see it: elements in order, what is hidden, what each says, and its place. */
import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { Branch, ComposedHtml, LintSource } from './compose-twig.ts';
import { isPrinted, printed } from './mask-twig.ts';

export type LintElement = Tree.Element;

export interface LintPlace {
  readonly file: string;
  /** From 1, as is `column`. */
  readonly line: number;
  readonly column: number;
}

/** The start of an element's text is enough for every rule. */
const maxTextCharacters = 200;

/** Their content is no text of the document. */
const wordless = new Set(['script', 'style', 'template', 'noscript', 'title', 'head']);

export class LintDocument {
  readonly isWhole: boolean;
  readonly printsMarkup: boolean;
  /** Without those that a reader never meets. */
  readonly elements: readonly LintElement[];
  /** All elements, also `title` and what is hidden. */
  readonly all: readonly LintElement[];
  readonly #composed: ComposedHtml;
  readonly #texts = new Map<Tree.Node, string>();
  /** The text directly before an element. */
  readonly #textsBefore = new Map<Tree.Node, Tree.TextNode>();
  readonly #lines = new Map<LintSource, readonly number[]>();

  constructor(composed: ComposedHtml) {
    this.#composed = composed;
    this.isWhole = composed.isWhole;
    this.printsMarkup = composed.printsMarkup;
    const options = { sourceCodeLocationInfo: true, scriptingEnabled: false };
    const root = composed.isWhole ? parse(composed.text, options) : parseFragment(composed.text, options);
    const nodes = listNodes(root);
    this.all = nodes.filter((node) => 'attrs' in node);
    const hidden = new Set<Tree.Node>();
    for (const element of this.all) {
      if ((element.parentNode && hidden.has(element.parentNode)) || hides(element)) hidden.add(element);
    }
    this.elements = this.all.filter((element) => !hidden.has(element));
    this.#readTexts(nodes, hidden);
    for (const node of nodes) {
      let before: Tree.Node | undefined;
      for (const child of 'childNodes' in node ? node.childNodes : []) {
        if (before && 'value' in before) this.#textsBefore.set(child, before);
        before = child;
      }
    }
  }

  /** Children come after their parents, so each text is complete when its parent takes it. */
  #readTexts(nodes: readonly Tree.Node[], hidden: ReadonlySet<Tree.Node>): void {
    for (const node of nodes.toReversed()) {
      const { parentNode } = node as Tree.Element | Tree.TextNode;
      const own = 'value' in node ? node.value.slice(0, maxTextCharacters * 5) : this.#nameOf(node, hidden);
      if (!parentNode || own === '') continue;
      const joined = own + (this.#texts.get(parentNode) ?? '');
      const short = joined.replace(/\s+/g, ' ').replace(printedRuns, printed);
      this.#texts.set(parentNode, short.slice(0, maxTextCharacters));
    }
  }

  /** The text that an element adds to that of its parent. */
  #nameOf(node: Tree.Node, hidden: ReadonlySet<Tree.Node>): string {
    if (!('attrs' in node) || hidden.has(node) || wordless.has(node.tagName)) return '';
    const text = getLabel(node) ?? this.#texts.get(node) ?? '';
    // Words of two blocks are not one word.
    return inline.has(node.tagName) ? text : ` ${text} `;
  }

  /** The start of what is read out for an element, with single spaces. */
  text(element: LintElement): string {
    return getLabel(element) ?? (this.#texts.get(element) ?? '').trim();
  }

  /** Whether the rules cannot know which attributes or content an element has. */
  isUnknown(element: LintElement): boolean {
    return element.attrs.some(({ name }) => isPrinted(name));
  }

  /** Whether both offsets cannot be in one document, because they are in different branches of an `if`. */
  areExclusive(one: LintElement, other: LintElement): boolean {
    const chosen = new Map<number, number>();
    for (let each = this.#branchAt(startOf(one)); each; each = each.parent)
      chosen.set(each.choice, each.index);
    for (let each = this.#branchAt(startOf(other)); each; each = each.parent) {
      const index = chosen.get(each.choice);
      if (index !== undefined && index !== each.index) return true;
    }
    return false;
  }

  #branchAt(offset: number): Branch | undefined {
    return findLast(this.#composed.branches, offset)?.branch;
  }

  /** Undefined for an element that the source does not have, and in an empty document. */
  place(element: LintElement | undefined): LintPlace | undefined {
    const offset = element ? startOf(element) : 0;
    const piece = findLast(this.#composed.pieces, offset) ?? this.#composed.pieces[0];
    if (!piece) return undefined;
    const { source, start, at } = piece;
    const sourceOffset = start + offset - at;
    const lines = this.#lines.get(source) ?? lineStarts(source.text);
    this.#lines.set(source, lines);
    const line = findLastIndex(lines, sourceOffset, (each) => each) + 1;
    return { file: source.file, line, column: sourceOffset - (lines[line - 1] ?? 0) + 1 };
  }

  /** Whether Twig prints something between the rows of a table. The parser moves such text before the table. */
  hasPrintedRows(table: LintElement): boolean {
    const before = this.#textsBefore.get(table);
    if (!before || !isPrinted(before.value)) return false;
    return (before.sourceCodeLocation?.endOffset ?? 0) > startOf(table);
  }
}

export const getAttribute = ({ attrs }: LintElement, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;

/** The text that replaces the content of an element for a reader; undefined if its content is read. */
export function getLabel(element: LintElement): string | undefined {
  const labels = [
    'aria-label',
    'aria-labelledby',
    ...(replaced.has(element.tagName) ? ['alt', 'title'] : []),
  ];
  return labels.map((name) => getAttribute(element, name)?.trim()).find(Boolean);
}

/** Whether an element is decoration or layout by its author's word. */
export const isPresentation = (element: LintElement): boolean =>
  /^\s*(?:presentation|none)\b/i.test(getAttribute(element, 'role') ?? '');

/** Returns the ancestors of an element that are elements, the closest one first. */
export function* ancestorsOf(element: LintElement): Generator<LintElement> {
  for (let each = element.parentNode; each && 'attrs' in each; each = each.parentNode) yield each;
}

const replaced = new Set(['img', 'svg', 'area', 'input', 'canvas', 'object', 'math', 'iframe', 'embed']);

const inline = new Set([
  'a',
  'abbr',
  'b',
  'em',
  'i',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'mark',
  'wbr',
]);

const startOf = (element: LintElement): number => element.sourceCodeLocation?.startOffset ?? 0;

function hides(element: LintElement): boolean {
  return (
    getAttribute(element, 'hidden') !== undefined ||
    getAttribute(element, 'aria-hidden') === 'true' ||
    /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i.test(
      getAttribute(element, 'style') ?? '',
    ) ||
    ['template', 'noscript', 'head', 'dialog'].includes(element.tagName)
  );
}

/** Strangers' HTML may nest 100,000 elements, so this does not recurse. */
function listNodes(root: Tree.Node): Tree.Node[] {
  const nodes: Tree.Node[] = [];
  const waiting: Tree.Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    const children = 'childNodes' in node ? node.childNodes : [];
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index] as Tree.Node);
  }
  return nodes;
}

/** Line breaks are LF, CR LF and CR, as for an HTML parser. */
const lineStarts = (text: string): number[] => [
  0,
  ...Array.from(text.matchAll(/\r\n?|\n/g), (match) => match.index + match[0].length),
];

function findLast<Entry extends { readonly at: number }>(
  entries: readonly Entry[],
  offset: number,
): Entry | undefined {
  return entries[findLastIndex(entries, offset, ({ at }) => at)];
}

/** Returns the index of the last entry that is not after `offset`, or -1. The entries are in order. */
function findLastIndex<Entry>(
  entries: readonly Entry[],
  offset: number,
  getOffset: (entry: Entry) => number,
): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (getOffset(entries[middle] as Entry) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Runs of the mark `printed`. */
const printedRuns = /\uFDD0+/g;

/** A text as a message shows it. */
export const quoteText = (text: string): string => {
  const shown = text.replaceAll(printedRuns, '…');
  return `"${shown.length > 40 ? `${shown.slice(0, 39)}…` : shown}"`;
};
