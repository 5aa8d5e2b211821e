/** Converts the attributes of PHP's number formatter to the options of Intl. */
import { TwigFault } from '../../errors.ts';
import { getEntry, getKeys, isArray } from '../../runtime/values/array.ts';
import { toInteger } from '../../runtime/values/number.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

const roundings: Record<string, Intl.NumberFormatOptions['roundingMode']> = {
  ceiling: 'ceil',
  floor: 'floor',
  down: 'trunc',
  up: 'expand',
  halfeven: 'halfEven',
  halfdown: 'halfTrunc',
  halfup: 'halfExpand',
};

const attributeNames = [
  'grouping_used',
  'decimal_always_shown',
  'max_integer_digit',
  'min_integer_digit',
  'integer_digit',
  'max_fraction_digit',
  'min_fraction_digit',
  'fraction_digit',
  'multiplier',
  'grouping_size',
  'rounding_mode',
  'rounding_increment',
  'format_width',
  'padding_position',
  'secondary_grouping_size',
  'significant_digits_used',
  'min_significant_digits_used',
  'max_significant_digits_used',
  'lenient_parse',
];

/**
 * Converts a mapping of attributes. Rounds halves to even by default, as ICU does. Throws `TwigFault` for an unknown
 * attribute or rounding mode.
 */
export function numberOptions(attributes: Value): Intl.NumberFormatOptions {
  const options: Intl.NumberFormatOptions = { roundingMode: 'halfEven' };
  if (!isArray(attributes)) return options;
  for (const key of getKeys(attributes)) {
    if (attributeNames.includes(String(key))) continue;
    throw new TwigFault(
      `Unknown number attribute "${String(key).slice(0, 40)}" (valid ones: ${attributeNames.join(', ')}).`,
    );
  }
  const read = (name: string) => {
    const value = getEntry(attributes, name);
    return value === undefined || value === null ? undefined : toInteger(value);
  };
  const digits = read('fraction_digit');
  const minDigits = read('min_fraction_digit') ?? digits;
  const maxDigits = read('max_fraction_digit') ?? digits;
  const clamp = (value: number) => Math.max(0, Math.min(100, value));
  if (minDigits !== undefined) options.minimumFractionDigits = clamp(minDigits);
  if (maxDigits !== undefined)
    options.maximumFractionDigits = Math.max(clamp(maxDigits), clamp(minDigits ?? 0));
  else if (minDigits !== undefined) options.maximumFractionDigits = Math.max(3, clamp(minDigits));
  const integers = read('min_integer_digit') ?? read('integer_digit');
  if (integers !== undefined) options.minimumIntegerDigits = Math.max(1, Math.min(21, integers));
  Object.assign(options, significantDigits(read));
  if (read('grouping_used') === 0) options.useGrouping = false;
  const rounding = getEntry(attributes, 'rounding_mode');
  if (rounding !== undefined && rounding !== null) {
    const mode = roundings[toText(rounding)];
    if (!mode) {
      const valid = Object.keys(roundings).join(', ');
      throw new TwigFault(`Unknown rounding mode "${toText(rounding).slice(0, 40)}" (valid ones: ${valid}).`);
    }
    options.roundingMode = mode;
  }
  return options;
}

/** As in ICU, a number of significant digits alone switches them on, and switching them on alone means 1 to 6. */
function significantDigits(read: (name: string) => number | undefined): Intl.NumberFormatOptions {
  const least = read('min_significant_digits_used');
  const most = read('max_significant_digits_used');
  const isUsed = read('significant_digits_used') ?? (least !== undefined || most !== undefined ? 1 : 0);
  if (isUsed === 0) return {};
  const clamp = (value: number) => Math.max(1, Math.min(21, value));
  const min = clamp(least ?? 1);
  const max = clamp(most ?? (least === undefined ? 6 : 21));
  return { minimumSignificantDigits: min, maximumSignificantDigits: Math.max(min, max) };
}
