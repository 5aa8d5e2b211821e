/**
 * Reads `@page` rules in CSS (CSS Paged Media 3, 7.1) before a browser does: what scripts measure has to be as wide as the
 * page when they run.
 */

import { parsePaperFormat, toPaperSize } from '#contract/api/page-format';
import { parseLength } from '#contract/length';
import type { Margins } from '#contract/page';
import type { Paper } from '#template/model/page-settings';
import { lengthsOfSize, namedSizes, supportedSizes } from '#template/model/page-size-names';
import type { CssPageMargins } from '../page-scripts/prepare-to-print.ts';

export interface CssPageRules {
  /** The `size` of the last rule without a selector, as written. Undefined if no rule has one that is supported. */
  readonly size?: string | undefined;
  /** Millimetres, if `size` is a width and `auto`, which browsers ignore: paper that is as high as its contents. */
  readonly fittedWidth?: number | undefined;
  /** The margins of rules without a selector, in millimetres. Relative lengths are left out. */
  readonly margins: Margins;
  /** Values of `size` that browsers ignore, of rules without a supported one. */
  readonly ignoredSizes: readonly string[];
}

const keyword = /^(?:portrait|landscape)$/i;
const length = /^[+]?(?:\d+(?:\.\d*)?|\.\d+)(?:px|cm|mm|q|in|pc|pt|r?em|ex|ch)?$/i;

const maxRules = 200;
const maxRuleCharacters = 2_000;
const maxFound = 10;

/**
 * Conditions of rules, such as `@media`, are not evaluated. In HTML, it reads the `<style>` elements.
 *
 * @example
 * readPageRules('@page { size: folio; margin: 1cm }').ignoredSizes; // ['folio']
 */
export function readPageRules(text: string): CssPageRules {
  const ignored = new Set<string>();
  const margins: MutableMargins = {};
  let size: string | undefined;
  let fittedWidth: number | undefined;
  const isHtml = /^\s*<|<\/?[a-z]/i.test(text.slice(0, 4_096));
  let at = 0;
  for (let rules = 0; rules < maxRules && ignored.size < maxFound; rules++) {
    at = text.indexOf('@page', at);
    if (at < 0) break;
    const start = at + '@page'.length;
    const before = text.slice(Math.max(0, at - 20_000), at);
    at = start;
    if (before.lastIndexOf('/*') > before.lastIndexOf('*/')) continue;
    if (isHtml && before.toLowerCase().lastIndexOf('<style') < before.toLowerCase().lastIndexOf('</style'))
      continue;
    if (isHtml && !/<style/i.test(before)) continue;
    const rule = readRule(text.slice(start, start + maxRuleCharacters));
    if (rule?.ignored !== undefined) ignored.add(rule.ignored);
    if (rule?.selector !== '') continue;
    if (rule.size !== undefined || rule.fittedWidth !== undefined) ({ size, fittedWidth } = rule);
    Object.assign(margins, rule.margins);
  }
  return { size, fittedWidth, margins, ignoredSizes: [...ignored] };
}

/** The lengths as `@page` has them. */
export const toCssMargins = ({ size, margins }: CssPageRules): CssPageMargins => ({
  ...Object.fromEntries(Object.entries(margins).map(([side, length]) => [side, `${length}mm`])),
  ...(size === undefined ? {} : { size }),
});

/** The rules of several texts, the last one of which takes precedence. */
export const mergePageRules = (all: readonly CssPageRules[]): CssPageRules => ({
  ...sizeOf(all.findLast(({ size, fittedWidth }) => size !== undefined || fittedWidth !== undefined)),
  margins: Object.assign({}, ...all.map(({ margins }) => margins)),
  ignoredSizes: [...new Set(all.flatMap(({ ignoredSizes }) => ignoredSizes))],
});

const sizeOf = ({ size, fittedWidth }: Partial<CssPageRules> = {}) => ({ size, fittedWidth });

/** Returns the paper that `@page { size: 80mm auto }` asks for, or else the same paper. */
export const fittedPaper = (paper: Paper, { fittedWidth }: CssPageRules): Paper =>
  paper.sizeGiven || fittedWidth === undefined
    ? paper
    : { ...paper, width: fittedWidth, fitsContents: true, sizeGiven: true };

/** Whether a document is on one page that is as high as its contents, as far as its own texts say. */
export const mayFitContents = (paper: Paper, texts: readonly string[]): boolean =>
  fittedPaper(paper, mergePageRules(texts.map(readPageRules))).fitsContents === true;

/**
 * Returns the size that the value of `size` gives a page, in millimetres, or undefined for a value that is relative or
 * leaves the size as it is. `usual` is the size of pages without a rule.
 *
 * @example
 * toPageSize('A5 landscape', a4); // { width: 210, height: 148 }
 */
export function toPageSize(
  value: string,
  usual: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } | undefined {
  const words = value.toLowerCase().split(/\s+/);
  const lengths = words.map((word) =>
    /\d$/.test(word) && Number(word) !== 0 ? undefined : parseLength(word),
  );
  if (words.length <= 2 && lengths.every((each) => each !== undefined)) {
    const [width = 0, height = width] = lengths;
    return width > 0 && height > 0 ? { width, height } : undefined;
  }
  const name = words.find((word) => Object.hasOwn(namedSizes, word));
  const turn = words.find((word) => word === 'portrait' || word === 'landscape');
  if (name === undefined && turn === undefined) return undefined;
  const sides = (name !== undefined && namedSizes[name]) || [usual.width, usual.height];
  const [short, long] = [Math.min(...sides), Math.max(...sides)];
  return turn === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}

type MutableMargins = { -readonly [Side in keyof Margins]: Margins[Side] };

interface Rule {
  readonly selector: string;
  readonly size?: string | undefined;
  readonly fittedWidth?: number | undefined;
  readonly ignored?: string | undefined;
  readonly margins: Margins;
}

const marginBoxes = /@[-\w]{1,40}\s{0,9}\{[^{}]*\}/g;

/** Reads the rule at the start of the text, after `@page`. */
function readRule(text: string): Rule | undefined {
  const open = text.indexOf('{');
  const selector = text.slice(0, open).trim();
  if (open < 0 || selector.includes('<')) return undefined;
  const content = text.slice(open + 1).replace(marginBoxes, ';');
  const close = content.indexOf('}');
  if (close < 0) return undefined;
  const block = content.slice(0, close).replace(/\/\*[^*]*\*\//g, '');
  const margins: MutableMargins = {};
  let size: string | undefined;
  let fittedWidth: number | undefined;
  let isComputed = false;
  let ignored: string | undefined;
  for (const declaration of block.split(/[;{]/)) {
    const [name = '', value = ''] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const words = value.replace(/!\s*important\s*$/i, '').trim();
    if (property === 'size') {
      // Only the browser can evaluate computed values.
      const fitted = selector === '' ? readFittedWidth(words) : undefined;
      if (words === '' || words.includes('(')) isComputed = true;
      else if (fitted !== undefined) [size, fittedWidth] = [undefined, fitted];
      else if (isSupported(words)) [size, fittedWidth] = [words, undefined];
      else ignored ??= words.slice(0, 60);
    } else if (property.startsWith('margin')) Object.assign(margins, readMargins(property, words));
  }
  const hasSize = size !== undefined || fittedWidth !== undefined || isComputed;
  return { selector, size, fittedWidth, margins, ignored: hasSize ? undefined : ignored };
}

/** The width of `80mm auto`. */
function readFittedWidth(size: string): number | undefined {
  const [width = '', height, ...more] = size.toLowerCase().split(/\s+/);
  const format = height === 'auto' && more.length === 0 ? parsePaperFormat(width) : undefined;
  if (format === undefined) return undefined;
  const [millimetres, own] = toPaperSize(format);
  return own === undefined ? millimetres : undefined;
}

/** `auto` is a size of its own. */
const isSupported = (size: string): boolean =>
  size.toLowerCase() === 'auto' ||
  lengthsOfSize(size) !== undefined ||
  size
    .split(/\s+/)
    .every(
      (word) => keyword.test(word) || length.test(word) || Object.hasOwn(supportedSizes, word.toLowerCase()),
    );

const sideNames = ['top', 'right', 'bottom', 'left'] as const;

function readMargins(property: string, value: string): Margins {
  const lengths = value.split(/\s+/).map((word) => (/[1-9]$/.test(word) ? undefined : parseLength(word)));
  if (property === 'margin') {
    const [top, right = top, bottom = top, left = right] = lengths;
    const all = { top, right, bottom, left };
    return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined));
  }
  const side = sideNames.find((each) => property === `margin-${each}`);
  return side === undefined || lengths[0] === undefined ? {} : { [side]: lengths[0] };
}
