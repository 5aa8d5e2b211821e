/** The filters `format_currency` and `currency_symbol`. */
import { TwigFault } from '../../errors.ts';
import { toNumber } from '../../runtime/values/number.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';
import { numberFormat } from './formatters.ts';
import { toLocale } from './locale.ts';
import { numberOptions } from './number-options.ts';

/**
 * Formats an amount of money. Throws `TwigFault` for a malformed currency code and for a value that is not a number.
 */
export function formatCurrency(value: Value, code: Value, attributes: Value, locale: Value): string {
  const name = toText(code).toUpperCase();
  if (!/^[A-Z]{3}$/.test(name))
    throw new TwigFault(`"${toText(code).slice(0, 20)}" is not a currency code such as EUR.`);
  const number = toNumber(value, '"format_currency"');
  return numberFormat(toLocale(locale), {
    style: 'currency',
    currency: name,
    useGrouping: 'always',
    ...numberOptions(attributes),
  }).format(number);
}

/** Returns the symbol of a currency in a locale. Text that is not a currency code is returned unchanged. */
export function currencySymbol(code: Value, locale: Value): string {
  const name = toText(code);
  if (!/^[A-Z]{3}$/.test(name)) return name;
  const parts = numberFormat(toLocale(locale), { style: 'currency', currency: name }).formatToParts(1);
  return parts.find((each) => each.type === 'currency')?.value ?? name;
}
