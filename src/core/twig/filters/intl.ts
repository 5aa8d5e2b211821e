/** Numbers, dates and names in the language of a locale, from the runtime's Intl. */
import { type Callable, callable } from '../callable.ts';
import { toDate } from '../date/to-date.ts';
import { Fault } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { formatIcu } from '../text/icu-pattern.ts';
import { spellOut } from '../text/spell-out.ts';
import { entryOf, isArray, keysOf } from '../values/array.ts';
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

function numberOptions(attributes: Value): Intl.NumberFormatOptions {
  const options: Intl.NumberFormatOptions = { roundingMode: 'halfEven' };
  if (!isArray(attributes)) return options;
  for (const key of keysOf(attributes)) {
    if (attributeNames.includes(String(key))) continue;
    throw new Fault(
      `Unknown number attribute "${String(key).slice(0, 40)}" (valid ones: ${attributeNames.join(', ')}).`,
    );
  }
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
  const integers = read('min_integer_digit') ?? read('integer_digit');
  if (integers !== undefined) options.minimumIntegerDigits = Math.max(1, Math.min(21, integers));
  const significant = (name: string) => Math.max(1, Math.min(21, read(name) as number));
  if (read('significant_digits_used')) {
    if (read('min_significant_digits_used') !== undefined)
      options.minimumSignificantDigits = significant('min_significant_digits_used');
    if (read('max_significant_digits_used') !== undefined)
      options.maximumSignificantDigits = significant('max_significant_digits_used');
  }
  if (read('grouping_used') === 0) options.useGrouping = false;
  const rounding = entryOf(attributes, 'rounding_mode');
  if (rounding !== undefined && rounding !== null) {
    const mode = roundings[toText(rounding)];
    if (!mode) {
      const valid = Object.keys(roundings).join(', ');
      throw new Fault(`Unknown rounding mode "${toText(rounding).slice(0, 40)}" (valid ones: ${valid}).`);
    }
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
  const options = numberOptions(attributes);
  const times = isArray(attributes) ? entryOf(attributes, 'multiplier') : undefined;
  const given = toNumber(value, '"format_number"');
  const number = times === undefined || times === null ? given : given * toNumber(times, '"format_number"');
  const tag = localeOf(locale);
  // Four digits are grouped too, where a language would not do so.
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
      throw new Fault(
        'The number style "spellout" knows English, German and French, and numbers below 10¹⁵.',
      );
    }
    case 'currency':
      throw new Fault('The number style "currency" has no currency: "format_currency" formats money.');
    default:
      throw new Fault(
        `Unknown number style "${style}" (valid ones: decimal, percent, scientific, spellout, ordinal, duration).`,
      );
  }
}

function ordinal(number: number, locale: string): string {
  const shown = numberFormat(locale, { maximumFractionDigits: 0 }).format(number);
  const rule = new Intl.PluralRules(locale, { type: 'ordinal' }).select(number);
  switch (locale.split('-')[0]) {
    case 'en':
      return shown + ({ one: 'st', two: 'nd', few: 'rd' }[rule as string] ?? 'th');
    case 'fr':
      return shown + (number === 1 ? 'er' : 'e');
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

/** Seconds as a clock shows them. English only: elsewhere it is a plain number. */
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

function currency(value: Value, code: Value, attributes: Value, locale: Value): string {
  const name = toText(code).toUpperCase();
  if (!/^[A-Z]{3}$/.test(name))
    throw new Fault(`"${toText(code).slice(0, 20)}" is not a currency code such as EUR.`);
  const number = toNumber(value, '"format_currency"');
  return numberFormat(localeOf(locale), {
    style: 'currency',
    currency: name,
    useGrouping: 'always',
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
    const shown = new Intl.DateTimeFormat(tag, {
      ...options,
      timeZone: date.zone.name === 'Z' ? 'UTC' : date.zone.name,
    }).format(date.instant);
    // V8 puts a plain space where ICU has a narrow one that does not break.
    if (tag.startsWith('en')) return shown.replace(/ (?=[ap]\.?m\b)/i, '\u202f');
    return /^(?:ru|uk|bg)/.test(tag) ? shown.replace(/ (?=[гр]\.)/, '\u202f') : shown;
  } catch (error) {
    throw new Fault(`The date cannot be formatted so: ${(error as Error).message}`);
  }
}

// Names

const nameFilter = (
  type: Intl.DisplayNamesType,
  parameter: string,
  shape: RegExp,
  languageDisplay: 'dialect' | 'standard' = 'dialect',
): Callable =>
  callable(
    `${parameter} locale?`,
    (_, code, locale) => {
      const text = toText(code);
      if (!shape.test(text)) return text;
      const asked = text.replaceAll('_', '-');
      try {
        // A code that only stands for another one, such as UK, has no name of its own.
        if (type === 'region' && new Intl.Locale(`und-${asked}`).region !== asked) return text;
        const names = new Intl.DisplayNames([localeOf(locale)], { type, languageDisplay });
        const name = names.of(asked) ?? asked;
        return name === asked ? text : name;
      } catch (error) {
        if (error instanceof Fault) throw error;
        return text;
      }
    },
    { cost },
  );

function currencySymbol(code: Value, locale: Value): string {
  const name = toText(code);
  if (!/^[A-Z]{3}$/.test(name)) return name;
  const parts = numberFormat(localeOf(locale), { style: 'currency', currency: name }).formatToParts(1);
  return parts.find((each) => each.type === 'currency')?.value ?? name;
}

/** The zones of a country's code, by name. */
export function countryTimeZones(code: Value): string[] {
  const name = toText(code);
  if (!/^[A-Z]{2}$/.test(name)) return [];
  const locale = new Intl.Locale(`und-${name}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).toSorted();
}

function zoneName(runtime: Runtime, value: Value, locale: Value): string {
  const name = toText(value);
  if (name === '' || name === 'UTC') return name;
  const tag = localeOf(locale);
  try {
    const generic = new Intl.DateTimeFormat(tag, { timeZone: name, timeZoneName: 'longGeneric' })
      .formatToParts(runtime.now)
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
  ['country_name', nameFilter('region', 'country', /^[A-Z]{2}$/)],
  ['language_name', nameFilter('language', 'language', /^[a-z]{2,3}(?:_\w+)*$/)],
  ['locale_name', nameFilter('language', 'locale', /^[a-z]{2,3}(?:_\w+)*$/, 'standard')],
  ['currency_name', nameFilter('currency', 'currency', /^[A-Z]{3}$/)],
  [
    'currency_symbol',
    callable('currency locale?', (_, code, locale) => currencySymbol(code, locale), { cost }),
  ],
  [
    'timezone_name',
    callable('timezone locale?', (runtime, zone, locale) => zoneName(runtime, zone, locale), { cost }),
  ],
];
