/** The filter `format_number` and its styles. */
import { TwigFault } from '../../errors.ts';
import { getEntry, isArray } from '../../runtime/values/array.ts';
import { toNumber } from '../../runtime/values/number.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';
import { ordinal, spellOut } from '../spell-out/spell-out.ts';
import { numberFormat } from './formatters.ts';
import { toLocale } from './locale.ts';
import { numberOptions } from './number-options.ts';

/**
 * Formats a number in a style such as `decimal` or `spellout`. Throws `TwigFault` for an unknown style or attribute,
 * and for a value that is not a number.
 */
export function formatNumber(value: Value, attributes: Value, style: string, locale: Value): string {
  const options = numberOptions(attributes);
  const times = isArray(attributes) ? getEntry(attributes, 'multiplier') : undefined;
  const given = toNumber(value, '"format_number"');
  const number = times === undefined || times === null ? given : given * toNumber(times, '"format_number"');
  const tag = toLocale(locale);
  // Four digits are grouped too, even in languages that would not do so.
  const grouped: Intl.NumberFormatOptions = { useGrouping: 'always', ...options };
  switch (style) {
    case 'decimal':
      return numberFormat(tag, grouped).format(number);
    case 'percent':
      return numberFormat(tag, { style: 'percent', ...grouped }).format(number);
    case 'scientific':
      return numberFormat(tag, { notation: 'scientific', maximumFractionDigits: 15, ...options }).format(
        number,
      );
    case 'ordinal':
      // ICU rounds before it chooses the ending.
      return inRules((language) => ordinal(roundHalfEven(number), language), tag, 'ordinal', locale);
    case 'duration':
      return duration(number, tag);
    case 'spellout':
      if (!(Math.abs(number) < 1e15))
        throw new TwigFault('The number style "spellout" writes numbers below 10¹⁵.');
      return inRules((language) => spellOut(number, language), tag, 'spellout', locale);
    case 'currency':
      throw new TwigFault('The number style "currency" has no currency: "format_currency" formats money.');
    default:
      throw new TwigFault(
        `Unknown number style "${style}" (valid ones: decimal, percent, scientific, spellout, ordinal, duration).`,
      );
  }
}

/** Formats seconds as a clock does. This exists only in English; other locales get a plain number. */
function duration(number: number, locale: string): string {
  const seconds = roundHalfEven(number);
  if (locale.split('-')[0] !== 'en' || number < 0) return numberFormat(locale, {}).format(seconds);
  if (seconds < 60) return `${seconds} sec.`;
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? clock.replace(/^0/, '') : `${Math.floor(seconds / 3600)}:${clock}`;
}

function roundHalfEven(number: number): number {
  const rounding = { maximumFractionDigits: 0, roundingMode: 'halfEven', useGrouping: false } as const;
  return Number(numberFormat('en', rounding).format(number)) + 0;
}

/** A language that the document has, but the filter does not name, may have no rules: English has. */
function inRules(
  write: (language: string) => string | undefined,
  tag: string,
  style: string,
  locale: Value,
): string {
  const isNamed = locale !== undefined && locale !== null && locale !== '';
  const written = write(tag) ?? (isNamed ? undefined : write('en'));
  if (written !== undefined) return written;
  throw new TwigFault(
    `The number style "${style}" has no rules for the language "${toText(locale).slice(0, 40)}" (docs/twig.md lists those it knows).`,
  );
}
