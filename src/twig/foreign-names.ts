/** Hints about unknown names of filters, functions and tests that older versions of Twig or other languages have. */
import { suggest } from './suggest.ts';

type NameKind = 'filter' | 'function' | 'test';

type Names = Readonly<Record<string, string>>;

/** Names that this engine does not support, each with the reason and an alternative. */
const unavailable: Names = {
  inline_css: 'a page that is printed needs no inline styles; a <style> element does the same',
  html_to_markdown: 'a page that is printed is HTML',
  inky_to_html: 'it is for e-mails; HTML and CSS lay out a page',
  dump: 'data of a render is not shown; "json_encode" prints a value',
  template_from_string: 'templates are files; "include" takes a partial',
  asset: 'there is no web server; name a file of the template by its relative address',
  ...each(
    'path url absolute_url relative_path url_for route',
    'there are no routes; pass the address as data',
  ),
  form: 'there are no forms; write them as HTML',
  ...each(
    'is_granted is_granted_for_user csrf_token',
    'there are no users; pass what a reader may see as data',
  ),
  ...each('controller render fragment_uri', 'there is no application; "include" takes a partial'),
};

/** Twig's equivalents. */
const instead: Readonly<Record<NameKind, Names>> = {
  filter: {
    ...each('t translate transchoice', "'Invoice'|trans"),
    ...each('count size sizeof len', 'items|length'),
    ...each('sum array_sum', 'items|reduce((sum, each) => sum + each)'),
    ...each('truncate ellipsis excerpt', "text|u.truncate(40, '…')"),
    ...each('localizeddate strftime date_format', "date|format_date('long', locale: 'de')"),
    ...each('localizedcurrency money price', "amount|format_currency('EUR', locale: 'de')"),
    localizednumber: "number|format_number(locale: 'de')",
    ...each('percent percentage', 'number|format_percent_number'),
    ...each('int integer intval to_int', "number|round(0, 'floor')"),
    ...each('float floatval number to_float', 'text + 0'),
    string: "number ~ ''",
    ceil: "number|round(0, 'ceil')",
    floor: "number|round(0, 'floor')",
    tofixed: 'number|number_format(2)',
    ...each('implode', "items|join(', ')"),
    ...each('explode', "text|split(',')"),
    ...each('ucfirst', 'text|capitalize'),
    ...each('ucwords', 'text|title'),
    ...each('uppercase upcase strtoupper', 'text|upper'),
    ...each('lowercase downcase strtolower', 'text|lower'),
    ...each('strip_html strip_tags', 'text|striptags'),
    ...each('json to_json tojson', 'value|json_encode'),
    safe: 'text|raw',
    ...each('where', 'items|filter(item => item.paid)'),
    ...each('pluck', "items|column('name')"),
    limit: 'items|slice(0, 5)',
    ...each('sort_by sortby', 'items|sort((a, b) => a.name <=> b.name)'),
    ...each('append prepend', "text ~ ' more'"),
    ...each('plus minus times divided_by modulo', 'a + b, a - b, a * b, a / b or a % b'),
    ...each('ago time_diff', 'date().diff(date(due)).days'),
    now: 'date()',
  },
  function: {
    ...each('t __ translate', "'Invoice'|trans"),
    ...each('now time', 'date()'),
    today: "date('today')",
    ...each('count sizeof len', 'items|length'),
    ...each('sum array_sum', 'items|reduce((sum, each) => sum + each)'),
    ...each('strtoupper', 'text|upper'),
    ...each('strtolower', 'text|lower'),
    implode: "items|join(', ')",
    explode: "text|split(',')",
    isset: 'name is defined',
    ...each('floor ceil', "number|round(0, 'floor') or |round(0, 'ceil')"),
    ...each('intval', "number|round(0, 'floor')"),
    in_array: 'value in items',
    array_key_exists: 'items[key] is defined',
    sprintf: "'%05d'|format(number)",
    concat: 'a ~ b',
  },
  test: {
    ...each('array', 'is iterable, or is sequence, is mapping'),
    ...each('numeric int integer float', 'is number'),
    ...each('object', 'is mapping'),
    ...each('bool boolean', 'is same as(true)'),
    ...each('isset set', 'is defined'),
    ...each('undefined', 'is not defined'),
    ...each('blank', 'is empty'),
    ...each('equalto equal', 'a == b'),
    ...each('text', 'is string'),
  },
};

function each(names: string, hint: string): Names {
  return Object.fromEntries(names.split(' ').map((name) => [name, hint]));
}

/**
 * Returns the end of an error about an unknown name, with a leading space: why it is not available, what Twig writes
 * instead, or the nearest known name. '' if there is none.
 *
 * @example
 * suggestName('filter', 'count', vocabulary); // ' Twig writes "items|length".'
 */
export function suggestName(
  kind: NameKind,
  name: string,
  known: { readonly [Each in `${NameKind}s`]: { has(name: string): boolean; keys(): Iterable<string> } },
): string {
  const reason = findOwn(unavailable, name.startsWith('form_') ? 'form' : name);
  if (reason !== undefined) return ` It is not available: ${reason}.`;
  const hint = findOwn(instead[kind], name.toLowerCase());
  if (hint !== undefined) return ` Twig writes "${hint}".`;
  if (kind !== 'filter' && known.filters.has(name)) return ` It is a filter: "value|${name}".`;
  if (kind !== 'function' && known.functions.has(name)) return ` It is a function: "${name}(…)".`;
  if (kind !== 'test' && known.tests.has(name)) return ` It is a test: "value is ${name}".`;
  return suggest(name, known[`${kind}s`].keys());
}

const findOwn = (names: Names, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
