/** Reads what the styles of a document say about rows, and rejects those that would be others in a part. */
import { CannotDivide, type RowStyles } from '../long-document.ts';

/** Styles that depend on rows that a part does not have, or on the number of a page within a part. */
const unsound: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/counters?\(\s*pages?\b|reversed\(/i, 'it has counters of pages, or reversed ones'],
  [/:has\(/i, 'its styles use :has()'],
  [/~(?!=)/, 'its styles look for siblings (~)'],
  [/@page\s+[^\s{:]|@page\s{0,99}:(?:left|right|blank|nth)/i, 'it has pages of several kinds (@page)'],
  [/position\s*:\s*(?:fixed|-webkit-sticky|sticky)/i, 'it has fixed elements'],
  [/\[\s*id\b/i, 'its styles ask for the attribute id'],
  [
    /@container|anchor\(|@scope|subgrid|column-count|columns\s*:/i,
    'it uses columns, @container, @scope, anchor() or subgrid',
  ],
];

const nth = /:nth-(last-)?(?:child|of-type)\(([^()]*)\)/gi;
/** The longest period of `:nth-child()`: a part needs up to as many rows of padding. */
const maxPeriod = 840;

/**
 * Returns how often `:nth-child()` selects the same rows again, and from which row on. Throws `CannotDivide`.
 */
export function readRowStyles(written: string): RowStyles {
  const css = written
    .split('*/')
    .map((text) => text.split('/*', 1)[0])
    .join('')
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
  for (const [pattern, reason] of unsound) if (pattern.test(css)) throw new CannotDivide(reason);
  if (looksForSeveral(css)) throw new CannotDivide('its styles look for more than one sibling (+)');
  if (countsItems(css)) throw new CannotDivide('its styles count the items of lists');
  let period = 1;
  let firstPeriodic = 0;
  let lastPeriodic = 0;
  for (const [, last, text = ''] of css.matchAll(nth)) {
    const formula = text.toLowerCase().replace('odd', '2n+1').replace('even', '2n').replaceAll(/\s/g, '');
    const [, step, offset = '0'] = /^(?:([-+]?\d*)n)?([-+]?\d+)?$/.exec(formula) ?? [];
    if (formula === '' || (step === undefined && !/^[-+]?\d+$/.test(formula))) {
      throw new CannotDivide(
        `its styles count rows in an unusual way (:nth-${last ?? ''}child(${text.trim()}))`,
      );
    }
    const size = step === undefined ? 0 : Math.abs(/\d/.test(step) ? Number(step) : 1);
    if (size > 0) period = (period * size) / greatestDivisor(period, size);
    const single = Math.abs(Number(offset)) + size;
    if (last) lastPeriodic = Math.max(lastPeriodic, single);
    else firstPeriodic = Math.max(firstPeriodic, single);
  }
  if (period > maxPeriod) {
    throw new CannotDivide('its styles count many rows (:nth-child)');
  }
  return {
    period,
    firstPeriodic,
    lastPeriodic,
    countsNames: /-of-type/i.test(css),
    hasCounters: mayCount(css),
    hasNeighbours: /\+/.test(css.replaceAll(nth, '')),
  };
}

/** Whether a selector has several `+`: a part has one row before its own. */
const looksForSeveral = (css: string): boolean =>
  css
    .replaceAll(nth, '')
    .split('{')
    .slice(0, -1)
    .some((text) => {
      const selectors = text.slice(Math.max(text.lastIndexOf('}'), text.lastIndexOf(';')) + 1);
      return selectors.split(',').some((selector) => selector.split('+').length > 2);
    });

/** Whether it shows or changes the numbers of list items other than by `start` and `value`. */
const countsItems = (css: string): boolean =>
  css.split(/[;{}]/).some((text) => /list-item/i.test(text) && /counter/i.test(text));

export const mayCount = (css: string): boolean => /counter-(?:increment|reset|set)/i.test(css);

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
