/** Which elements and pages a rule is for. */
import { ident } from 'css-tree/utils';
import type { PagePseudoClass, PageRule } from '../page-rule.ts';

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
  const [, name = '', classes = ''] = /^([^:\s]*)((?::[a-z]+)*)$/i.exec(text) ?? [];
  if (text !== '' && name === '' && classes === '') return undefined;
  const pseudos = classes.split(':').slice(1);
  const known = pseudos.flatMap((pseudo) => pagePseudos.filter((each) => each === pseudo.toLowerCase()));
  if (known.length < pseudos.length || !/^(?:[-\w\u0080-\uffff]|\\.)*$/.test(name)) return undefined;
  return { name: name === '' ? undefined : ident.decode(name), pseudos: known };
}
