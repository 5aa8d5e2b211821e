/** Filters for numbers, dates and names in the language of a locale, based on the `Intl` of JavaScript. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { toText } from '../../runtime/values/text.ts';
import { nameFilter } from '../intl/display-name.ts';
import { currencySymbol, formatCurrency } from '../intl/format-currency.ts';
import { formatDateTime, toStyle } from '../intl/format-date-time.ts';
import { formatNumber } from '../intl/format-number.ts';
import { zoneName } from '../intl/zone-names.ts';

/** Steps charged for creating a formatter, which takes some 20 µs. */
const cost = 100;

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
      (_, value, code, attributes, locale) => formatCurrency(value, code, attributes, locale),
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
          toStyle(date, 'medium', 'date'),
          toStyle(time, 'medium', 'time'),
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
        formatDateTime(runtime, value, toStyle(date, 'medium', 'date'), undefined, pattern, zone, locale),
      { cost },
    ),
  ],
  [
    'format_time',
    callable(
      'date time_format? pattern? timezone? calendar? locale?',
      (runtime, value, time, pattern, zone, _, locale) =>
        formatDateTime(runtime, value, undefined, toStyle(time, 'medium', 'time'), pattern, zone, locale),
      { cost },
    ),
  ],
  ['country_name', nameFilter('region', 'country', /^[A-Z]{2}$/)],
  ['language_name', nameFilter('language', 'language', /^[a-z]{2,3}(?:_\w+)*$/)],
  ['locale_name', nameFilter('locale', 'locale', /^[a-z]{2,3}(?:_\w+)*$/)],
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
