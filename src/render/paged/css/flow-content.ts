/** Reads the values of `content`, `string-set`, `bookmark-label` and `position` that Chromium does not know. */
import type { CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import type { ContentKeyword, FlowPart, FlowTarget } from '../page-scripts/flow-part.ts';

/** In custom properties Chromium would replace `attr()` by the value, which only some forms of it allow. */
export const keptAttr = 'pdfapi-attr';

/** Functions that only pdfapi knows: values with them are printed by it, or not at all. */
export const referenceFunctions = /\b(?:target-(?:counters?|text)|leader)\s*\(/i;

/** Whether a value of `content` shows the number of a page, or how many there are. */
export const countsPages = (value: string): boolean =>
  /(?<![-\w])counters?\(\s*pages?(?![-\w])/i.test(withoutStrings(value));

export const withoutStrings = (value: string): string =>
  value.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');

export interface StringAssignment {
  readonly name: string;
  readonly parts: readonly FlowPart[];
}

/** Characters. What is longer is invalid. */
const maxLength = 20_000;

const leaders: ReadonlyMap<string, string> = new Map([
  ['dotted', '.'],
  ['solid', '_'],
  ['space', ' '],
]);

const contentKeywords: readonly ContentKeyword[] = ['text', 'before', 'after', 'first-letter', 'marker'];

/** Undefined for an invalid list. What follows a slash, the text for screen readers, is left out. */
export function parseFlowContent(value: string): readonly FlowPart[] | undefined {
  const nodes = readNodes(value);
  const slash = nodes?.findIndex((node) => isOperator(node, '/')) ?? -1;
  return nodes && toParts(slash < 0 ? nodes : nodes.slice(0, slash));
}

/**
 * Returns an empty list for `none`, and undefined for an invalid value.
 *
 * @example
 * parseStringSet('chapter content(), part "I"'); // [{ name: 'chapter', … }, { name: 'part', … }]
 */
export function parseStringSet(value: string): readonly StringAssignment[] | undefined {
  if (/^\s*none\s*$/i.test(value)) return [];
  const assignments = splitAtCommas(readNodes(value) ?? []).map(([name, ...list]) => {
    const parts = toParts(list);
    return name?.type === 'Identifier' && parts ? { name: name.name, parts } : undefined;
  });
  const valid = assignments.filter((each) => each !== undefined);
  return valid.length > 0 && valid.length === assignments.length ? valid : undefined;
}

/** The name in `running(name)`. */
export function parseRunning(value: string): string | undefined {
  const [node, ...rest] = readNodes(value) ?? [];
  if (node?.type !== 'Function' || node.name.toLowerCase() !== 'running' || rest.length > 0) return undefined;
  const [name, ...others] = node.children.toArray();
  return name?.type === 'Identifier' && others.length === 0 ? name.name : undefined;
}

function readNodes(value: string): CssNode[] | undefined {
  if (value.length > maxLength) return undefined;
  let isValid = true;
  try {
    const node = parse(value, {
      context: 'value',
      onParseError() {
        isValid = false;
      },
    });
    return isValid && node.type === 'Value' ? node.children.toArray() : undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

function toParts(nodes: readonly CssNode[]): FlowPart[] | undefined {
  const parts = nodes.map(toPart);
  const valid = parts.filter((part) => part !== undefined);
  return valid.length > 0 && valid.length === parts.length ? valid : undefined;
}

const quotes = /^(?:no-)?(?:open|close)-quote$/i;

function toPart(node: CssNode): FlowPart | undefined {
  if (node.type === 'String') return { kind: 'text', text: node.value };
  if (node.type === 'Url') return { kind: 'css', css: `url(${JSON.stringify(node.value)})` };
  if (node.type === 'Identifier') {
    if (quotes.test(node.name)) return { kind: 'css', css: node.name };
    // The form of an old draft.
    return node.name.toLowerCase() === 'contents' ? { kind: 'content', part: 'text' } : undefined;
  }
  if (node.type !== 'Function') return undefined;
  const args = splitAtCommas(node.children.toArray());
  const first = args[0]?.[0];
  switch (node.name.toLowerCase()) {
    case keptAttr:
    case 'attr':
      return toAttribute(args);
    case 'leader':
      return toLeader(first);
    case 'counter':
      return toCounter(args);
    case 'counters':
      return toCounters(args);
    case 'target-counter':
      return withTarget(args, toCounter);
    case 'target-counters':
      return withTarget(args, toCounters);
    case 'target-text':
      return withTarget(args, (rest) => toContent(rest[0]?.[0], true));
    case 'content':
      return toContent(first, false);
    default:
      return undefined;
  }
}

/** `attr(title)`, `attr(title string)`, and either with a text for elements without the attribute. */
function toAttribute([names, fallback]: Arguments): FlowPart | undefined {
  const [name, text] = [names?.[0], fallback?.[0]];
  if (name?.type !== 'Identifier') return undefined;
  return { kind: 'attr', name: name.name, fallback: text?.type === 'String' ? text.value : undefined };
}

function toLeader(node: CssNode | undefined): FlowPart | undefined {
  if (node?.type === 'String') return { kind: 'leader', pattern: node.value };
  const pattern = node?.type === 'Identifier' ? leaders.get(node.name.toLowerCase()) : undefined;
  return pattern === undefined ? undefined : { kind: 'leader', pattern };
}

type Arguments = readonly (readonly CssNode[])[];

function toCounter([name, style]: Arguments): FlowPart | undefined {
  const nameNode = name?.[0];
  if (nameNode?.type !== 'Identifier') return undefined;
  const styleName = toStyle(style?.[0]);
  return styleName === undefined ? undefined : { kind: 'counter', name: nameNode.name, style: styleName };
}

function toCounters([name, separator, style]: Arguments): FlowPart | undefined {
  const text = separator?.[0];
  const counter = toCounter(style ? [name ?? [], style] : [name ?? []]);
  if (counter?.kind !== 'counter' || text?.type !== 'String') return undefined;
  return { ...counter, separator: text.value };
}

function toStyle(node: CssNode | undefined): string | undefined {
  if (node === undefined) return 'decimal';
  return node.type === 'Identifier' ? node.name : undefined;
}

function toContent(node: CssNode | undefined, isTarget: boolean): FlowPart | undefined {
  if (node === undefined) return { kind: 'content', part: 'text' };
  const name = node.type === 'Identifier' ? node.name.toLowerCase() : '';
  // `target-text()` calls the text `content`.
  const part = contentKeywords.find(
    (each) => each === (name === (isTarget ? 'content' : 'contents') ? 'text' : name),
  );
  return part && { kind: 'content', part };
}

function withTarget([target, ...rest]: Arguments, read: (rest: Arguments) => FlowPart | undefined) {
  const part = read(rest);
  const from = toTarget(target?.[0]);
  return from && (part?.kind === 'counter' || part?.kind === 'content')
    ? { ...part, target: from }
    : undefined;
}

function toTarget(node: CssNode | undefined): FlowTarget | undefined {
  if (node?.type === 'String' || node?.type === 'Url') return { url: node.value };
  if (node?.type !== 'Function' || ![keptAttr, 'attr'].includes(node.name.toLowerCase())) return undefined;
  const name = node.children.first;
  return name?.type === 'Identifier' ? { attr: name.name } : undefined;
}

function splitAtCommas(nodes: readonly CssNode[]): CssNode[][] {
  const lists: CssNode[][] = [[]];
  for (const node of nodes) {
    if (isOperator(node, ',')) lists.push([]);
    else lists.at(-1)?.push(node);
  }
  return lists;
}

const isOperator = (node: CssNode, operator: string): boolean =>
  node.type === 'Operator' && node.value === operator;
