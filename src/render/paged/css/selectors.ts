/** Which elements and pages a rule is for. */
import { ident } from 'css-tree/utils';
import type { NthPages, PagePseudoClass, PageRule } from '../page-rule.ts';

/** Where a declaration is. */
export interface RulePlace {
  /** The conditions around it, such as `@media print`, from the outside in. */
  readonly wrappers: readonly string[];
  readonly isNested: boolean;
  readonly selector?: string | undefined;
}

/** A selector for the elements of a rule and of its pseudo-elements. All elements where that is not certain. */
export function selectElementsOf({ selector, isNested }: RulePlace): string {
  if (selector === undefined || isNested || selector.length > 10_000 || /["'\\]|\/\*/.test(selector))
    return '*';
  const elements = selector
    .replaceAll(/::?(?:before|after|marker|first-line|first-letter|footnote-(?:call|marker))\b/gi, '')
    .split(',')
    .map((each) => each.trim());
  return elements.some((each) => each === '' || /[\s>+~]$/.test(each) || each.includes('::'))
    ? '*'
    : elements.join();
}

/** Properties of pages themselves, which only Chromium can apply. */
export const layoutOfPages =
  /^(?:size|page-orientation|(?:margin|padding|border|background|outline)(?:-.*)?|(?:min-|max-)?(?:width|height))$/;

/** Undefined for a list with a selector that browsers do not know. They then ignore the whole rule. */
export function parsePageSelectors(prelude: string): PageRule['selector'][] | undefined {
  const selectors = splitSelectors(prelude).map(toPageSelector);
  const known = selectors.filter((selector) => selector !== undefined);
  return known.length < selectors.length ? undefined : known;
}

const splitSelectors = (prelude: string): string[] =>
  prelude
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .split(',')
    .map((each) => each.trim());

const pagePseudos: readonly PagePseudoClass[] = ['first', 'left', 'right', 'blank'];

function toPageSelector(text: string): PageRule['selector'] | undefined {
  const [, name = '', classes = ''] = /^([^:\s]*)((?::(?:nth\([^()]{1,200}\)|[a-z]+))*)$/i.exec(text) ?? [];
  if (text !== '' && name === '' && classes === '') return undefined;
  const pseudos = classes.split(':').slice(1);
  const known = pseudos.flatMap((pseudo) => pagePseudos.filter((each) => each === pseudo.toLowerCase()));
  const nths = pseudos.map(toNth).filter((nth) => nth !== undefined);
  if (known.length + nths.length < pseudos.length || !/^(?:[-\w\u0080-\uffff]|\\.)*$/.test(name))
    return undefined;
  return {
    name: name === '' ? undefined : ident.decode(name),
    pseudos: known,
    ...(nths.length > 0 ? { nths } : {}),
  };
}

/** `An+B` of css-syntax 3, 6, with a name behind it (css-gcpm 3, 3.1). */
function toNth(pseudo: string): NthPages | undefined {
  if (!/^nth\(/i.test(pseudo) || !pseudo.endsWith(')')) return undefined;
  const inner = pseudo.slice(4, -1).replaceAll(/\s+/g, ' ').trim();
  const [position = '', of, ...others] = inner.split(/ of /i);
  if (others.length > 0 || (of !== undefined && !/^(?:[-\w\u0080-\uffff]|\\.)+$/.test(of))) return undefined;
  const word = position.toLowerCase();
  const name = of === undefined ? {} : { of: ident.decode(of) };
  if (word === 'odd' || word === 'even') return { step: 2, offset: word === 'odd' ? 1 : 0, ...name };
  if (/^[-+]?\d+$/.test(word)) return { step: 0, offset: Number(word), ...name };
  const [, step, sign = '+', offset = '0'] = /^([-+]?\d*)n(?: ?([-+]) ?(\d+))?$/.exec(word) ?? [];
  if (step === undefined) return undefined;
  return {
    step: Number(/\d/.test(step) ? step : `${step}1`),
    offset: Number(`${sign}${offset}`),
    ...name,
  };
}

/** Whether Chromium has other words for the pages that it is for: the first one, all of them, and every second one. */
export const canLayOutNth = ({ nths = [] }: PageRule['selector']): boolean =>
  nths.every(({ step, offset, of }) => {
    if (of !== undefined) return false;
    if (step <= 0) return offset === 1;
    return offset <= step && step <= 2;
  });

export const footnoteParts = ['call', 'marker'] as const;

/** The pseudo-elements of a footnote: its number in the text, and that before the note. */
export type FootnotePart = (typeof footnoteParts)[number];

/**
 * The selectors of a list that end in `::footnote-call` or `::footnote-marker`, without it. Undefined if there is none.
 *
 * @example
 * selectFootnotePart('.note::footnote-call, a', 'call'); // '.note'
 */
export function selectFootnotePart(selector: string, part: FootnotePart): string | undefined {
  const pseudo = `::footnote-${part}`;
  const notes = splitAtTopLevel(selector).flatMap((each) => {
    const written = each.trim();
    if (!written.toLowerCase().endsWith(pseudo)) return [];
    const note = written.slice(0, -pseudo.length);
    return [/(?:^|[\s>+~])$/.test(note) ? `${note}*` : note];
  });
  return notes.length === 0 ? undefined : notes.join();
}

/** The parts of a list between commas outside of brackets and strings. */
function splitAtTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let i = 0; i < list.length; i++) {
    const character = list[i] ?? '';
    if (character === '\\') i++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, list.slice(start)];
}
