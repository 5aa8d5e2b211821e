/** Filters that encode a value for HTML, JSON, URLs and the like. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import type { Argument } from '../../parser/ast.ts';
import { escapeAs, escapeUrl, strategies } from '../../runtime/escape.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { fromEntries, getEntries, isArray } from '../../runtime/values/array.ts';
import { truthy } from '../../runtime/values/compare.ts';
import { toInteger } from '../../runtime/values/number.ts';
import { textArgument, toText } from '../../runtime/values/text.ts';
import { Arrow, Markup, Thing, type Value } from '../../runtime/values/value.ts';
import { attributeValue, mergeAttributes } from '../strings/html-attributes.ts';
import { plural, singular } from '../strings/inflect.ts';
import { jsonEncode } from '../strings/json.ts';
import { markdownToHtml } from '../strings/markdown.ts';

/**
 * Returns the strategies for which the output of `escape` is safe. It is empty if the strategy is not known at
 * compile time.
 */
function escapedFor(args: readonly Argument[]): readonly string[] {
  const strategy = args.find((each) => each.name === null || each.name === 'strategy');
  if (!strategy) return ['html'];
  return strategy.value.kind === 'constant' ? [String(strategy.value.value)] : [];
}

const escapeFilter = callable(
  'string strategy? charset? autoescape?',
  (runtime, value, strategy) => {
    const name = strategy === undefined ? 'html' : textArgument(strategy, 'The strategy of "escape"');
    if (strategy === null) throw new TwigFault('The strategy of "escape" is null.');
    // Only text is escaped: a number has nothing to escape, a minus sign included, and a list stays a list.
    const isText = typeof value === 'string' || value instanceof Markup || value instanceof Thing;
    if (!isText && strategies.has(name)) return value;
    // PHP checks the strategy only if there is something to escape.
    if (value === '') return value;
    const text = toText(value);
    runtime.charge(text.length);
    return runtime.built(escapeAs(text, name));
  },
  { safe: escapedFor },
);

/**
 * Encodes a sequence or mapping as the parts of a query string, like PHP's http_build_query with RFC 3986 encoding.
 * Null entries are left out.
 */
function query(runtime: Runtime, value: Value, prefix: string, depth: number): string[] {
  if (depth > 50) throw new TwigFault('The value of "url_encode" is nested more than 50 deep.');
  const parts: string[] = [];
  for (const [key, each] of getEntries(value)) {
    const name = prefix === '' ? escapeUrl(String(key)) : `${prefix}%5B${escapeUrl(String(key))}%5D`;
    if (each === null || each === undefined) continue;
    runtime.charge(name.length);
    runtime.tick(4);
    if (isArray(each)) for (const part of query(runtime, each, name, depth + 1)) parts.push(part);
    else parts.push(`${name}=${escapeUrl(typeof each === 'boolean' ? (each ? '1' : '0') : toText(each))}`);
  }
  return parts;
}

function dataUri(data: string, mime: Value, parameters: Value): string {
  const type = mime === undefined || mime === null ? guessMime(data) : toText(mime);
  let uri = `data:${type}`;
  if (isArray(parameters)) {
    for (const [key, each] of getEntries(parameters))
      uri += `;${escapeUrl(String(key))}=${escapeUrl(toText(each))}`;
  }
  if (type.startsWith('text/')) return `${uri},${escapeUrl(data)}`;
  return `${uri};base64,${Buffer.from(data, 'utf8').toString('base64')}`;
}

function guessMime(data: string): string {
  if (/^\s*(?:<\?xml[^>]*>\s*)?<svg\b/i.test(data.slice(0, 500))) return 'image/svg+xml';
  return /^\s*<(?:!doctype html|html)\b/i.test(data.slice(0, 500)) ? 'text/html' : 'text/plain';
}

/** Implements `html_classes('a', {b: true})`; `html_cva` uses it for each part. Duplicates are removed. */
export function htmlClasses(args: readonly Value[]): string {
  const classes: string[] = [];
  for (const value of args) {
    if (isArray(value)) {
      for (const [key, on] of getEntries(value)) {
        if (typeof key === 'number') classes.push(toText(on));
        else if (truthy(on)) classes.push(key);
      }
    } else if (!(value instanceof Arrow)) classes.push(toText(value));
  }
  return [...new Set(classes.filter((each) => each !== ''))].join(' ');
}

const inflection = (name: string, change: (word: string, locale: string) => string) =>
  callable('value locale? all?', (_, value, locale, all) => {
    const result = change(textArgument(value, `"${name}"`), locale === undefined ? 'en' : toText(locale));
    return truthy(all) ? [result] : result;
  });

/**
 * Removes indentation before Markdown is parsed, so that the body of an indented `apply` is not a code block. As in
 * PHP, the leading white space of the text, line feeds included, is removed from every line that begins with the
 * same.
 */
function withoutIndentation(text: string): string {
  const white = /^[ \t\r\n\0\v]*/.exec(text)?.[0] ?? '';
  return white === '' ? text : text.replace(new RegExp(`(?<![^\\n])${white}`, 'g'), '');
}

export const encodeFilters: [string, Callable][] = [
  ['escape', escapeFilter],
  ['e', escapeFilter],
  [
    'json_encode',
    callable('value options|flags? depth?', (runtime, value, flags) =>
      jsonEncode(value, toInteger(flags ?? 0), (length) => {
        runtime.room(length);
        runtime.tick(2 + (length >> 4));
      }),
    ),
  ],
  [
    'url_encode',
    callable('url', (runtime, value) => {
      if (isArray(value)) return runtime.built(query(runtime, value, '', 0).join('&'));
      const text = textArgument(value, '"url_encode"');
      runtime.charge(text.length * 3);
      return runtime.built(escapeUrl(text));
    }),
  ],
  [
    'data_uri',
    callable('data mime? parameters?', (runtime, value, mime, parameters) => {
      const text = textArgument(value, '"data_uri"');
      runtime.charge(text.length * 3);
      return runtime.built(dataUri(text, mime, parameters));
    }),
  ],
  [
    'markdown_to_html',
    callable(
      'body',
      (runtime, value) => {
        const text = textArgument(value, '"markdown_to_html"');
        // A megabyte of the worst text takes two seconds, which end a render that converts more.
        runtime.charge(text.length * 20);
        return runtime.built(markdownToHtml(withoutIndentation(text)));
      },
      { safe: ['html'] },
    ),
  ],
  [
    'html_attr_merge',
    callable('value ...maps', (runtime, ...maps) => fromEntries(mergeAttributes(runtime, maps))),
  ],
  [
    'html_attr_type',
    callable('value type?', (_, value, type = 'sst') => attributeValue(value, toText(type))),
  ],
  ['plural', inflection('plural', plural)],
  ['singular', inflection('singular', singular)],
];
