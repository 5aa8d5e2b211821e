/** What `docs/twig-reference.md` says of each word of the template language: what it does, and an example. */

export interface TwigDescription {
  readonly does: string;
  /** A template. The page also has what it prints. */
  readonly example: string;
}

type Descriptions = Readonly<Record<string, TwigDescription>>;

const describe = (
  entries: Readonly<Record<string, readonly [does: string, example: string]>>,
): Descriptions =>
  Object.fromEntries(Object.entries(entries).map(([name, [does, example]]) => [name, { does, example }]));

/** The partials that the examples load. */
export const examplePartials: Readonly<Record<string, string>> = {
  'row.html': '[{{ item }}]',
  'base.html': '<{% block body %}empty{% endblock %}>',
  'macros.html': '{% macro price(amount) %}{{ amount }} EUR{% endmacro %}',
};

export const describedFilters = describe({
  abs: ['The number without its sign.', '{{ (-5)|abs }}'],
  batch: [
    'Groups of `size` items; `fill` completes the last one.',
    "{% for row in [1, 2, 3]|batch(2, '-') %}{{ row|join(' ') }};{% endfor %}",
  ],
  capitalize: ['The first letter in upper case, the others in lower case.', "{{ 'my INVOICE'|capitalize }}"],
  column: ['The values of one column of a list of rows.', "{{ [{n: 1}, {n: 2}]|column('n')|join(', ') }}"],
  convert_encoding: ['The text; all text is in UTF-8.', "{{ 'é'|convert_encoding('UTF-8', 'ISO-8859-1') }}"],
  country_name: ['The name of a country by its code.', "{{ 'FR'|country_name('de') }}"],
  currency_name: ['The name of a currency by its code.', "{{ 'CHF'|currency_name }}"],
  currency_symbol: ['The sign of a currency by its code.', "{{ 'EUR'|currency_symbol }}"],
  data_uri: ['A `data:` address with the text.', "{{ 'a'|data_uri(mime: 'text/plain') }}"],
  date: [
    'A date in the format of PHP: `d.m.Y`, `H:i`, `F j, Y`. Without one, `F j, Y H:i`.',
    "{{ '2026-03-04'|date('d.m.Y') }}",
  ],
  date_modify: [
    'A date, moved by an interval in words.',
    "{{ '2026-03-04'|date_modify('+14 days')|date('Y-m-d') }}",
  ],
  default: ['Another value for one that is undefined or empty.', "{{ discount|default('none') }}"],
  e: ['Short for `escape`.', "{{ '<b>'|e }}"],
  escape: [
    'Escapes text for a place: `html`, `js`, `css`, `url`, `html_attr`. In a template, text is escaped for HTML anyway.',
    "{{ 'a b&c'|escape('url') }}",
  ],
  filter: [
    'The items for which the function is true. They keep their keys.',
    '{{ [5, 12, 30]|filter(n => n > 10)|join(", ") }}',
  ],
  find: ['The first item for which the function is true.', '{{ [5, 12, 30]|find(n => n > 10) }}'],
  first: ['The first item, or the first character.', '{{ [7, 8, 9]|first }}'],
  format: ['Puts values into a text, as `sprintf` of PHP does.', "{{ 'No. %05d'|format(42) }}"],
  format_currency: ['An amount with its currency.', "{{ 1234.5|format_currency('EUR', locale: 'de') }}"],
  format_currency_number: [
    'An error, as it has no currency: `format_currency` formats money.',
    "{{ 12.5|format_currency('USD', locale: 'en_US') }}",
  ],
  format_date: [
    'A date without its time: `none`, `short`, `medium`, `long`, `full`, or a `pattern` of ICU.',
    "{{ '2026-03-04'|format_date('long', locale: 'es') }}",
  ],
  format_datetime: [
    'A date with its time; formats as of `format_date`.',
    "{{ '2026-03-04 15:30'|format_datetime('medium', 'short', locale: 'en_GB') }}",
  ],
  format_decimal_number: [
    'As `format_number` with the style `decimal`.',
    "{{ 1234.56|format_decimal_number(locale: 'fr') }}",
  ],
  format_duration_number: ['Seconds as hours, minutes and seconds.', '{{ 3725|format_duration_number }}'],
  format_number: [
    'A number in the language of the document. `attrs`: `fraction_digit`, `grouping_used` and others.',
    "{{ 1234.5|format_number({fraction_digit: 2}, locale: 'de') }}",
  ],
  format_ordinal_number: ['A number as an ordinal.', '{{ 3|format_ordinal_number }}'],
  format_percent_number: ['A share as percent.', '{{ 0.19|format_percent_number }}'],
  format_scientific_number: ['A number with an exponent.', '{{ 12345|format_scientific_number }}'],
  format_spellout_number: ['A number in words.', "{{ 1250|format_spellout_number(locale: 'es') }}"],
  format_time: [
    'A time without its date; formats as of `format_date`.',
    "{{ '2026-03-04 15:30'|format_time('short', locale: 'de') }}",
  ],
  html_attr_merge: [
    'Attributes of several mappings; classes are joined.',
    "{{ html_attr({class: ['a']}|html_attr_merge({class: ['b']})) }}",
  ],
  html_attr_type: [
    'Says how a value of an attribute is written: `sst` (separated by spaces), `cst` (by commas), `style`.',
    "{{ html_attr({rel: ['a', 'b']|html_attr_type('sst')}) }}",
  ],
  invoke: ['Calls a function.', '{% set twice = n => n * 2 %}{{ twice|invoke(21) }}'],
  join: ['All items as one text; `and` is before the last one.', "{{ ['a', 'b', 'c']|join(', ', ' and ') }}"],
  json_encode: ['JSON of a value, for scripts.', '{{ {net: 5}|json_encode|raw }}'],
  keys: ['The keys of a mapping, or the numbers of a list.', "{{ {net: 5, gross: 6}|keys|join(', ') }}"],
  language_name: ['The name of a language by its code.', "{{ 'de'|language_name('fr') }}"],
  last: ['The last item, or the last character.', '{{ [7, 8, 9]|last }}'],
  length: ['The number of items, or of characters.', "{{ 'Grüße'|length }}"],
  locale_name: ['The name of a language with its country.', "{{ 'de_AT'|locale_name }}"],
  lower: ['The text in lower case.', "{{ 'ÄRGER'|lower }}"],
  map: ['What the function makes of each item.', '{{ [1, 2]|map(n => n * 2)|join(", ") }}'],
  markdown_to_html: ['HTML of Markdown.', "{{ '**Net** 30 days'|markdown_to_html }}"],
  merge: [
    'Mappings or lists, one after the other. Numbers are not kept as keys.',
    '{{ [1]|merge([2, 3])|join(", ") }}',
  ],
  nl2br: ['Lines of text with `<br />` between them.', '{{ "a\\nb"|nl2br }}'],
  number_format: ['A number with decimals and separators.', "{{ 1234.5|number_format(2, ',', '.') }}"],
  plural: ['The plural of a word.', "{{ 'invoice'|plural }}"],
  raw: ['The text as it is, without escaping. Only for HTML that you trust.', "{{ '<b>bold</b>'|raw }}"],
  reduce: ['One value, made of all items in turn.', '{{ [1, 2, 3]|reduce((sum, n) => sum + n) }}'],
  replace: ['The text with parts of it replaced.', "{{ 'Dear NAME'|replace({NAME: 'Ada'}) }}"],
  reverse: ['The last item first.', '{{ [1, 2, 3]|reverse|join(", ") }}'],
  round: ['A number with fewer digits; `common`, `ceil` or `floor`.', "{{ 2.345|round(2, 'floor') }}"],
  shuffle: ['The items in another order.', '{{ [5]|shuffle|first }}'],
  singular: ['The singular of a word.', "{{ 'invoices'|singular }}"],
  slice: ['Some items or characters.', "{{ 'INV-2026-17'|slice(4, 4) }}"],
  slug: ['The text for a file name or an address.', "{{ 'Müller & Söhne'|slug|lower }}"],
  sort: [
    'The items in order; the function compares two of them with `<=>`.',
    '{{ [3, 1, 2]|sort((a, b) => b <=> a)|join(", ") }}',
  ],
  spaceless: ['HTML without the space between its elements.', "{{ '<p> <b>x</b> </p>'|spaceless }}"],
  split: ['A list of the parts of a text.', "{{ 'a;b;c'|split(';')|last }}"],
  striptags: ['The text without its elements.', "{{ '<b>bold</b>'|striptags }}"],
  timezone_name: ['The name of a time zone.', "{{ 'Europe/Vienna'|timezone_name }}"],
  title: ['Each word with a capital.', "{{ 'net amount'|title }}"],
  trans: [
    'The text in the language of the document: see [Translations](twig.md#translations).',
    "{{ 'Dear %name%'|trans({'%name%': 'Ada'}) }}",
  ],
  trim: ['The text without space at its ends; `side` is `left`, `right` or `both`.', "[{{ '  a  '|trim }}]"],
  u: [
    'The text with methods of Symfony: `truncate`, `wordwrap`, `snake`, `camel`, `title` and others.',
    "{{ 'A long story'|u.truncate(8, '…') }}",
  ],
  upper: ['The text in upper case.', "{{ 'straße'|upper }}"],
  url_encode: [
    'The text for an address; a mapping as its query.',
    "{{ {q: 'a b', page: 2}|url_encode|raw }}",
  ],
  wordwrap: ['The text in lines of a length.', "{{ 'a long line of text'|wordwrap(10, ' / ') }}"],
});

export const describedFunctions = describe({
  attribute: ['An attribute whose name is computed.', "{{ attribute({net: 5}, 'n' ~ 'et') }}"],
  barcode: [
    'A barcode as SVG: see [QR codes and barcodes](twig.md#qr-codes-and-barcodes).',
    "{{ barcode('4006381333931', 'ean13')|slice(0, 4)|raw }}",
  ],
  block: ['A block of this template once more.', "{% block nr %}17{% endblock %}/{{ block('nr') }}"],
  constant: [
    'A constant of PHP that says nothing of the machine, such as `M_PI`, `DATE_ATOM` or `JSON_PRETTY_PRINT`.',
    "{{ constant('M_PI')|round(4) }}",
  ],
  country_names: ['The names of all countries by code.', "{{ country_names('de').FR }}"],
  country_timezones: ['The time zones of a country.', "{{ country_timezones('AT')|join(', ') }}"],
  currency_names: ['The names of all currencies by code.', '{{ currency_names().EUR }}'],
  cycle: [
    'One of several values in turn.',
    "{% for i in 0..3 %}{{ cycle(['odd', 'even'], i) }} {% endfor %}",
  ],
  date: [
    'A date to compare or to calculate with; without an argument, now.',
    "{{ date('2026-03-04') < date('2026-03-05') ? 'earlier' }}",
  ],
  html_attr: [
    'Attributes of an element from mappings.',
    "<p {{ html_attr({class: ['a', 'b'], hidden: true}) }}>",
  ],
  html_classes: [
    'Classes for an element, those of a mapping where the value is true.',
    "{{ html_classes('row', {paid: true, late: false}) }}",
  ],
  html_cva: [
    'Classes by variants of a component.',
    "{{ html_cva('box', {size: {small: 'p-1', large: 'p-4'}}).apply({size: 'large'}) }}",
  ],
  include: ['What a partial prints.', "{{ include('row.html', {item: 5}) }}"],
  language_names: ['The names of all languages by code.', "{{ language_names('fr').de }}"],
  locale_names: ['The names of all locales.', '{{ locale_names().de_AT }}'],
  max: ['The largest value.', '{{ max(3, 7, 5) }}'],
  min: ['The smallest value.', '{{ min([3, 7, 5]) }}'],
  parent: [
    'In a block, what the block of the parent template prints.',
    "{% extends 'base.html' %}{% block body %}not {{ parent() }}{% endblock %}",
  ],
  qrcode: [
    'A QR code as SVG: see [QR codes and barcodes](twig.md#qr-codes-and-barcodes).',
    "{{ qrcode('https://example.com/pay/17')|slice(0, 4)|raw }}",
  ],
  random: ['A random item, character or number.', '{{ random([7]) }}'],
  range: ['A list of numbers or letters, as `low..high` with a step.', "{{ range(0, 10, 5)|join(', ') }}"],
  script_names: ['The names of all scripts by code.', '{{ script_names().Latn }}'],
  source: ['The text of a partial, not rendered.', "{{ source('row.html') }}"],
  timezone_names: ['The names of all time zones.', "{{ timezone_names()['Europe/Vienna'] }}"],
});

export const describedTests = describe({
  constant: ['Whether it is the value of a constant.', "{{ 1 is constant('M_PI') ? 'yes' : 'no' }}"],
  defined: ['Whether the variable or attribute exists.', "{{ nothing is defined ? 'yes' : 'no' }}"],
  'divisible by': ['Whether there is no remainder.', "{{ 12 is divisible by(3) ? 'yes' }}"],
  empty: ['Whether it is an empty text or list, 0, false or null.', "{{ [] is empty ? 'yes' }}"],
  even: ['Whether the number is even.', "{{ 4 is even ? 'yes' }}"],
  false: ['Whether it is `false`.', "{{ 0 is false ? 'yes' : 'no' }}"],
  iterable: ['Whether `for` can go through it.', "{{ [1] is iterable ? 'yes' }}"],
  mapping: ['Whether it is a mapping with keys.', "{{ {a: 1} is mapping ? 'yes' }}"],
  none: ['Short for `null`.', "{{ null is none ? 'yes' }}"],
  null: ['Whether it is `null`.', "{{ null is null ? 'yes' }}"],
  number: ['Whether it is a number.', "{{ 5 is number ? 'yes' }}"],
  odd: ['Whether the number is odd.', "{{ 5 is odd ? 'yes' }}"],
  'same as': ['Whether both are the same, as `===` in PHP.', "{{ 1 is same as('1') ? 'yes' : 'no' }}"],
  sequence: ['Whether it is a list.', "{{ [1, 2] is sequence ? 'yes' }}"],
  string: ['Whether it is a text.', "{{ 'x' is string ? 'yes' }}"],
  true: ['Whether it is `true`.', "{{ 1 is true ? 'yes' : 'no' }}"],
});

export const describedTags = describe({
  apply: ['Applies filters to what is in it.', '{% apply upper %}net{% endapply %}'],
  autoescape: [
    'Escapes what is in it for another place, or not at all.',
    "{% autoescape false %}{{ '<b>' }}{% endautoescape %}",
  ],
  block: ['A part that a child template may replace.', '{% block title %}Invoice{% endblock %}'],
  cache: ['Prints what is in it; nothing is cached.', "{% cache 'key' %}net{% endcache %}"],
  deprecated: ['Marks a partial as deprecated. Prints nothing.', "{% deprecated 'Use another one.' %}net"],
  do: ['Evaluates an expression and prints nothing.', '{% do 1 + 2 %}net'],
  embed: [
    'A partial with blocks that are replaced here.',
    "{% embed 'base.html' %}{% block body %}net{% endblock %}{% endembed %}",
  ],
  extends: [
    'The parent template, whose blocks are replaced here.',
    "{% extends 'base.html' %}{% block body %}net{% endblock %}",
  ],
  flush: ['Prints nothing.', 'net{% flush %}'],
  for: [
    'Once for each item; `else` if there is none. `loop` has `index`, `index0`, `first`, `last`, `length`, `revindex`, `revindex0` and `parent`.',
    '{% for n in [5, 6] %}{{ loop.index }}:{{ n }} {% else %}none{% endfor %}',
  ],
  from: ['Macros of a partial by name.', "{% from 'macros.html' import price %}{{ price(5) }}"],
  guard: [
    'What is in it only if the filter, function or test exists.',
    '{% guard function qrcode %}yes{% else %}no{% endguard %}',
  ],
  if: ['One of several parts.', '{% if total > 100 %}large{% elseif total %}small{% else %}none{% endif %}'],
  import: ['The macros of a partial.', "{% import 'macros.html' as forms %}{{ forms.price(5) }}"],
  include: ['What a partial prints.', "{% include 'row.html' with {item: 5} only %}"],
  macro: [
    'A part with arguments, to be called like a function.',
    '{% macro price(amount) %}{{ amount }} EUR{% endmacro %}{{ _self.price(5) }}',
  ],
  sandbox: [
    'What is in it; all templates are limited anyway.',
    "{% sandbox %}{% include 'row.html' with {item: 5} %}{% endsandbox %}",
  ],
  set: ['A variable, from a value or from what is printed.', '{% set net = 5 %}{{ net * 2 }}'],
  types: ['Names the types of variables. Prints nothing.', "{% types {net: 'number'} %}net"],
  use: ['The blocks of a partial.', "{% use 'base.html' %}{{ block('body') }}"],
  verbatim: ['Text that is no Twig.', '{% verbatim %}{{ as it is }}{% endverbatim %}'],
  with: ['Variables for what is in it only.', '{% with {net: 5} %}{{ net }}{% endwith %}'],
});
