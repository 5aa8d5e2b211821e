/** The filter `format_number` and its styles. */
import { TwigFault } from '../../errors.ts';
import { getEntry, isArray } from '../../runtime/values/array.ts';
import { toNumber } from '../../runtime/values/number.ts';
import type { Value } from '../../runtime/values/value.ts';
import { spellOut } from '../strings/spell-out.ts';
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
      return ordinal(number, tag);
    case 'duration':
      return duration(number, tag);
    case 'spellout': {
      const words = spellOut(number, tag);
      if (words !== undefined) return words;
      throw new TwigFault(
        'The number style "spellout" knows English, German and French, and numbers below 10¹⁵.',
      );
    }
    case 'currency':
      throw new TwigFault('The number style "currency" has no currency: "format_currency" formats money.');
    default:
      throw new TwigFault(
        `Unknown number style "${style}" (valid ones: decimal, percent, scientific, spellout, ordinal, duration).`,
      );
  }
}

/** Rounds as ICU's rules for ordinals do: half to even, before the ending is chosen. */
function ordinal(number: number, locale: string): string {
  const rounding = { maximumFractionDigits: 0, roundingMode: 'halfEven' } as const;
  const shown = numberFormat(locale, rounding).format(number);
  const rule = new Intl.PluralRules(locale, { type: 'ordinal', ...rounding }).select(number);
  switch (locale.split('-')[0]) {
    case 'en':
      return shown + ({ one: 'st', two: 'nd', few: 'rd' }[rule as string] ?? 'th');
    case 'fr':
      return shown + (shown === '1' ? 'er' : 'e');
    case 'nl':
      return `${shown}e`;
    case 'sv':
      return `${shown}:${rule === 'one' ? 'a' : 'e'}`;
    case 'es':
      return `${shown}.º`;
    case 'it':
    case 'pt':
      return `${shown}º`;
    default:
      return `${shown}.`;
  }
}

/** Formats seconds as a clock does. This exists only in English; other locales get a plain number. */
function duration(number: number, locale: string): string {
  const seconds = Number(
    numberFormat('en', { maximumFractionDigits: 0, roundingMode: 'halfEven', useGrouping: false }).format(
      number,
    ),
  );
  if (locale.split('-')[0] !== 'en' || number < 0) return numberFormat(locale, {}).format(seconds);
  if (seconds < 60) return `${seconds} sec.`;
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? clock.replace(/^0/, '') : `${Math.floor(seconds / 3600)}:${clock}`;
}
