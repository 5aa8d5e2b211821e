/** Numbers, dates and names in the language of a locale, from the runtime's Intl. */
import { type Callable, callable } from '../callable.ts';
import { toDate } from '../date/to-date.ts';
import { Fault } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { formatIcu } from '../text/icu-pattern.ts';
import { entryOf, isArray } from '../values/array.ts';
import { toInteger, toNumber } from '../values/number.ts';
import { toText } from '../values/text.ts';
import type { Value } from '../values/value.ts';

/** Making a formatter takes some 20 µs, so its steps are charged. */
const cost = 100;

function localeOf(value: Value): string {
  if (value === undefined || value === null || value === '') return 'en';
  const tag = toText(value).split(/[.@]/)[0]?.replaceAll('_', '-') ?? '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    throw new Fault(`Unknown locale "${tag.slice(0, 40)}".`);
  }
}

const given = (value: Value) => value !== undefined && value !== null && value !== '';

// Numbers

const roundings: Record<string, Intl.NumberFormatOptions['roundingMode']> = {
  ceiling: 'ceil',
  floor: 'floor',
  down: 'trunc',
  up: 'expand',
  halfeven: 'halfEven',
  half_even: 'halfEven',
  halfdown: 'halfTrunc',
  half_down: 'halfTrunc',
  halfup: 'halfExpand',
  half_up: 'halfExpand',
};

function numberOptions(attributes: Value): Intl.NumberFormatOptions {
  const options: Intl.NumberFormatOptions = { roundingMode: 'halfEven' };
  if (!isArray(attributes)) return options;
  const read = (name: string) => {
    const value = entryOf(attributes, name);
    return value === undefined || value === null ? undefined : toInteger(value);
  };
  const digits = read('fraction_digit');
  const least = read('min_fraction_digit') ?? digits;
  const most = read('max_fraction_digit') ?? digits;
  const clamp = (value: number) => Math.max(0, Math.min(100, value));
  if (least !== undefined) options.minimumFractionDigits = clamp(least);
  if (most !== undefined) options.maximumFractionDigits = Math.max(clamp(most), clamp(least ?? 0));
  else if (least !== undefined) options.maximumFractionDigits = Math.max(3, clamp(least));
  const integers = read('min_integer_digit');
  if (integers !== undefined) options.minimumIntegerDigits = Math.max(1, Math.min(21, integers));
  const significant = read('max_significant_digit');
  if (significant !== undefined) options.maximumSignificantDigits = Math.max(1, Math.min(21, significant));
  if (read('grouping_used') === 0) options.useGrouping = false;
  const rounding = entryOf(attributes, 'rounding_mode');
  if (rounding !== undefined && rounding !== null) {
    const mode = roundings[toText(rounding)];
    if (!mode) throw new Fault(`Unknown rounding mode "${toText(rounding).slice(0, 40)}".`);
    options.roundingMode = mode;
  }
  return options;
}

/** Formatters by locale and options: few in number, and slow to make. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = numberFormats.get(key);
  if (!format) {
    try {
      format = new Intl.NumberFormat(locale, options);
    } catch (error) {
      throw new Fault(`The number cannot be formatted so: ${(error as Error).message}`);
    }
    if (numberFormats.size > 200) numberFormats.clear();
    numberFormats.set(key, format);
  }
  return format;
}

function formatNumber(value: Value, attributes: Value, style: string, locale: Value): string {
  const number = toNumber(value, '"format_number"');
  const options = numberOptions(attributes);
  const tag = localeOf(locale);
  switch (style) {
    case 'decimal':
      return numberFormat(tag, options).format(number);
    case 'percent':
      return numberFormat(tag, { style: 'percent', ...options }).format(number);
    case 'scientific':
      return numberFormat(tag, { notation: 'scientific', maximumFractionDigits: 15, ...options }).format(
        number,
      );
    case 'ordinal':
      return ordinal(number, tag);
    case 'currency':
    case 'spellout':
    case 'duration':
      throw new Fault(`The number style "${style}" is not supported; "format_currency" formats money.`);
    default:
      throw new Fault(`Unknown number style "${style}" (valid ones: decimal, percent, scientific, ordinal).`);
  }
}

function ordinal(number: number, locale: string): string {
  const shown = numberFormat(locale, { maximumFractionDigits: 0 }).format(number);
  const rule = new Intl.PluralRules(locale, { type: 'ordinal' }).select(number);
  const language = locale.split('-')[0];
  if (language === 'en') return shown + ({ one: 'st', two: 'nd', few: 'rd' }[rule as string] ?? 'th');
  if (language === 'fr') return shown + (number === 1 ? 'er' : 'e');
  return language === 'es' || language === 'it' || language === 'pt' ? `${shown}º` : `${shown}.`;
}

function currency(value: Value, code: Value, attributes: Value, locale: Value): string {
  const name = toText(code).toUpperCase();
  if (!/^[A-Z]{3}$/.test(name))
    throw new Fault(`"${toText(code).slice(0, 20)}" is not a currency code such as EUR.`);
  const number = toNumber(value, '"format_currency"');
  return numberFormat(localeOf(locale), {
    style: 'currency',
    currency: name,
    ...numberOptions(attributes),
  }).format(number);
}

// Dates

type Style = 'full' | 'long' | 'medium' | 'short';
const styles = ['none', 'short', 'medium', 'long', 'full'];

function styleOf(value: Value, fallback: Style, what: string): Style | undefined {
  const name = given(value) ? toText(value).replace(/^relative_/, '') : fallback;
  if (!styles.includes(name))
    throw new Fault(`Unknown ${what} format "${name.slice(0, 40)}" (valid ones: ${styles.join(', ')}).`);
  return name === 'none' ? undefined : (name as Style);
}

function formatDateTime(
  runtime: Runtime,
  value: Value,
  dateStyle: Style | undefined,
  timeStyle: Style | undefined,
  pattern: Value,
  zone: Value,
  locale: Value,
): string {
  const tag = localeOf(locale);
  const date = toDate(runtime, value, zone === undefined ? null : zone);
  if (given(pattern)) return runtime.built(formatIcu(date.instant, date.zone, toText(pattern), tag));
  if (!dateStyle && !timeStyle) return formatIcu(date.instant, date.zone, 'yyyyMMdd hh:mm a', tag);
  const options: Intl.DateTimeFormatOptions = {};
  if (dateStyle) options.dateStyle = dateStyle;
  if (timeStyle) options.timeStyle = timeStyle;
  try {
    return new Intl.DateTimeFormat(tag, {
      ...options,
      timeZone: date.zone.name === 'Z' ? 'UTC' : date.zone.name,
    }).format(date.instant);
  } catch (error) {
    throw new Fault(`The date cannot be formatted so: ${(error as Error).message}`);
  }
}

// Names

function displayName(type: Intl.DisplayNamesType, code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

const nameFilter = (type: Intl.DisplayNamesType, parameter: string): Callable =>
  callable(
    `${parameter} locale?`,
    (_, code, locale) => {
      if (code === null || code === undefined) return '';
      const text = toText(code);
      const asked = type === 'language' ? text.replaceAll('_', '-') : text.toUpperCase();
      return displayName(type, asked, localeOf(locale)) === asked
        ? text
        : displayName(type, asked, localeOf(locale));
    },
    { cost },
  );

function currencySymbol(code: Value, locale: Value): string {
  if (code === null || code === undefined) return '';
  const name = toText(code).toUpperCase();
  if (!/^[A-Z]{3}$/.test(name)) return toText(code);
  const parts = numberFormat(localeOf(locale), { style: 'currency', currency: name }).formatToParts(1);
  return parts.find((each) => each.type === 'currency')?.value ?? name;
}

function zoneName(value: Value, locale: Value): string {
  if (value === null || value === undefined) return '';
  const name = toText(value);
  try {
    const tag = localeOf(locale);
    const generic = new Intl.DateTimeFormat(tag, { timeZone: name, timeZoneName: 'longGeneric' })
      .formatToParts(0)
      .find((each) => each.type === 'timeZoneName')?.value;
    const city = name.split('/').at(-1)?.replaceAll('_', ' ');
    return generic && city && name.includes('/') && !generic.includes(city)
      ? `${generic} (${city})`
      : (generic ?? name);
  } catch {
    return name;
  }
}

export const intlFilters: [string, Callable][] = [
  [
    'format_number',
    callable(
      'number attrs? style? type? locale?',
      (_, value, attributes, style, __, locale) =>
        formatNumber(value, attributes, style === undefined ? 'decimal' : toText(style), locale),
      { cost },
    ),
  ],
  ...['decimal', 'percent', 'scientific', 'ordinal', 'currency', 'spellout', 'duration'].map(
    (style): [string, Callable] => [
      `format_${style}_number`,
      callable(
        'number attrs? type? locale?',
        (_, value, attributes, __, locale) => formatNumber(value, attributes, style, locale),
        { cost },
      ),
    ],
  ),
  [
    'format_currency',
    callable(
      'amount currency attrs? locale?',
      (_, value, code, attributes, locale) => currency(value, code, attributes, locale),
      { cost },
    ),
  ],
  [
    'format_datetime',
    callable(
      'date date_format? time_format? pattern? timezone? calendar? locale?',
      (runtime, value, date, time, pattern, zone, _, locale) =>
        formatDateTime(
          runtime,
          value,
          styleOf(date, 'medium', 'date'),
          styleOf(time, 'medium', 'time'),
          pattern,
          zone,
          locale,
        ),
      { cost },
    ),
  ],
  [
    'format_date',
    callable(
      'date date_format? pattern? timezone? calendar? locale?',
      (runtime, value, date, pattern, zone, _, locale) =>
        formatDateTime(runtime, value, styleOf(date, 'medium', 'date'), undefined, pattern, zone, locale),
      { cost },
    ),
  ],
  [
    'format_time',
    callable(
      'date time_format? pattern? timezone? calendar? locale?',
      (runtime, value, time, pattern, zone, _, locale) =>
        formatDateTime(runtime, value, undefined, styleOf(time, 'medium', 'time'), pattern, zone, locale),
      { cost },
    ),
  ],
  ['country_name', nameFilter('region', 'country')],
  ['language_name', nameFilter('language', 'language')],
  ['locale_name', nameFilter('language', 'locale')],
  ['currency_name', nameFilter('currency', 'currency')],
  [
    'currency_symbol',
    callable('currency locale?', (_, code, locale) => currencySymbol(code, locale), { cost }),
  ],
  ['timezone_name', callable('timezone locale?', (_, zone, locale) => zoneName(zone, locale), { cost })],
];
