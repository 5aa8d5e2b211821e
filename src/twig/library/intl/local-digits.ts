import { numberFormat } from './formatters.ts';

/** Locale → its digits from 0 to 9, undefined for those of English. */
const known = new Map<string, readonly string[] | undefined>();
const maxKnown = 200;

/** Replaces the digits of a text by those that a locale writes, for example in Persian. */
export function localDigits(text: string, locale: string): string {
  let digits = known.get(locale);
  if (digits === undefined && !known.has(locale)) {
    const written = [...numberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
    digits = written[0] === '0' ? undefined : written;
    if (known.size >= maxKnown) known.clear();
    known.set(locale, digits);
  }
  return digits === undefined ? text : text.replace(/[0-9]/g, (digit) => digits[Number(digit)] ?? digit);
}
