/** Filters on text. */
import { type Callable, callable } from '../callable.ts';
import { Fault } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { pointCount, pointSlice } from '../text/code-points.ts';
import { slug } from '../text/slug.ts';
import { sprintf } from '../text/sprintf.ts';
import { titleCase } from '../text/title-case.ts';
import { TwigString } from '../text/unicode-string.ts';
import { entriesOf, isArray } from '../values/array.ts';
import { toInteger, toNumber } from '../values/number.ts';
import { textArgument, toText } from '../values/text.ts';
import { Markup, type Value } from '../values/value.ts';

/** A filter from text to text. */
function onText(name: string, change: (text: string) => string, signature = 'value'): [string, Callable] {
  return [
    name,
    callable(signature, (runtime, value) => {
      const text = textArgument(value, `"${name}"`);
      runtime.charge(name === 'title' ? text.length * 8 : text.length);
      return runtime.built(change(text));
    }),
  ];
}

const cased = /[\p{L}]/u;
/** What may stand inside a word without ending it. */
const ignored = /[\p{M}'’.:·^`¨\u00ad]/u;

/** The first letter of each word in its form for titles, the others small. */
function title(text: string): string {
  let result = '';
  let inside = false;
  for (const character of text) {
    if (cased.test(character)) {
      result += inside ? character.toLowerCase() : titleCase(character);
      inside = true;
    } else {
      result += character;
      if (!ignored.test(character)) inside = false;
    }
  }
  return result;
}

function trim(text: string, characters: string, side: string): string {
  let start = 0;
  let end = text.length;
  const set = characterList(characters);
  if (side !== 'right') while (start < end && set.has(text[start] as string)) start++;
  if (side !== 'left') while (end > start && set.has(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** `a..z` in a list of characters is a range. */
function characterList(characters: string): Set<string> {
  const set = new Set<string>();
  for (let i = 0; i < characters.length; i++) {
    if (characters.startsWith('..', i + 1) && i + 3 < characters.length) {
      const from = characters.charCodeAt(i);
      const to = characters.charCodeAt(i + 3);
      if (to >= from && to < 256) {
        for (let code = from; code <= to; code++) set.add(String.fromCharCode(code));
        i += 3;
        continue;
      }
    }
    set.add(characters[i] as string);
  }
  return set;
}

/** PHP's strtr with a table: at each place the longest key, and never within what was put in. */
function replacePairs(runtime: Runtime, text: string, from: Value): string {
  if (!isArray(from)) throw new Fault('"replace" takes a mapping of what to replace.');
  const table = new Map<string, string>();
  for (const [key, value] of entriesOf(from)) {
    if (String(key) !== '') table.set(String(key), toText(value));
  }
  if (table.size === 0) return text;
  const lengths = [...new Set([...table.keys()].map((key) => key.length))].sort((a, b) => b - a);
  const starts = new Set([...table.keys()].map((key) => key[0]));
  let result = '';
  let copied = 0;
  runtime.charge(text.length + table.size);
  for (let at = 0; at < text.length; ) {
    if (!starts.has(text[at])) {
      at++;
      continue;
    }
    runtime.tick(lengths.length >> 2);
    let matched = 0;
    for (const length of lengths) {
      const put = at + length <= text.length ? table.get(text.slice(at, at + length)) : undefined;
      if (put === undefined) continue;
      result += text.slice(copied, at) + put;
      if (result.length > runtime.limits.string) runtime.tooLong();
      matched = length;
      break;
    }
    at += matched || 1;
    if (matched) copied = at;
  }
  return runtime.built(result + text.slice(copied));
}

function split(runtime: Runtime, value: Value, delimiterValue: Value, limitValue: Value): Value {
  const text = textArgument(value, '"split"');
  const delimiter = textArgument(delimiterValue, '"split"');
  runtime.charge(text.length * 2);
  if (delimiter === '') {
    const size =
      limitValue === undefined || limitValue === null ? 1 : Math.trunc(toNumber(limitValue, '"split"'));
    const points = text === '' ? [''] : [...text];
    if (size <= 1) return points;
    const chunks: string[] = [];
    for (let i = 0; i < points.length; i += size) chunks.push(points.slice(i, i + size).join(''));
    return chunks;
  }
  const pieces = text.split(delimiter);
  if (limitValue === undefined || limitValue === null) return pieces;
  const limit = Math.trunc(toNumber(limitValue, '"split"'));
  if (limit < 0) return pieces.slice(0, limit);
  const most = Math.max(1, limit);
  if (pieces.length <= most) return pieces;
  return [...pieces.slice(0, most - 1), pieces.slice(most - 1).join(delimiter)];
}

/** Tags are removed as PHP's strip_tags does, except for those allowed. */
function stripTags(text: string, allowed: Value): string {
  const list = isArray(allowed)
    ? entriesOf(allowed)
        .map(([, each]) => `<${toText(each)}>`)
        .join('')
    : toText(allowed);
  const names = new Set([...list.toLowerCase().matchAll(/<([a-z][a-z0-9]*)/g)].map((each) => each[1]));
  let result = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) return result + text.slice(at);
    result += text.slice(at, open);
    const next = text[open + 1];
    if (next === undefined || /[ \t\n\r\v\f]/.test(next)) {
      result += '<';
      at = open + 1;
      continue;
    }
    const comment = text.startsWith('<!--', open);
    const end = comment ? text.indexOf('-->', open) + 2 : tagEnd(text, open);
    if (end < open + 1) return result;
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(text.slice(open, open + 40))?.[1]?.toLowerCase();
    if (name !== undefined && names.has(name)) result += text.slice(open, end + 1);
    at = end + 1;
  }
  return result;
}

/** The `>` of a tag, past quoted attributes and tags within it. */
function tagEnd(text: string, open: number): number {
  let quote = '';
  let depth = 0;
  for (let i = open + 1; i < text.length; i++) {
    const character = text[i] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '<' && !/\s/.test(text[i + 1] ?? ' ')) depth++;
    else if (character === '>' && depth-- === 0) return i;
  }
  return -1;
}

function nl2br(text: string): string {
  return text.replace(/\r\n|\n\r|\n|\r/g, (ending) => `<br />${ending}`);
}

function wordwrap(text: string, width: number, glue: string, cut: boolean): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = [];
      let current = '';
      for (const each of line.split(' ')) {
        let wordLeft = each;
        const joined = current === '' && lines.length === 0 ? wordLeft : `${current} ${wordLeft}`;
        if (current !== '' && pointCount(joined) <= width) {
          current = joined;
          continue;
        }
        if (current !== '') lines.push(current);
        while (cut && pointCount(wordLeft) > width) {
          lines.push(pointSlice(wordLeft, 0, width));
          wordLeft = pointSlice(wordLeft, width, null);
        }
        current = wordLeft;
      }
      return [...lines, current].join(glue);
    })
    .join('\n');
}

export const textFilters: [string, Callable][] = [
  onText('upper', (text) => text.toUpperCase()),
  onText('lower', (text) => text.toLowerCase()),
  onText('title', title),
  onText('capitalize', (text) => {
    const first = String.fromCodePoint(...(text === '' ? [] : [text.codePointAt(0) as number]));
    return first.toUpperCase() + text.slice(first.length).toLowerCase();
  }),
  [
    'trim',
    callable('value character_mask? side?', (runtime, value, mask, side) => {
      const text = textArgument(value, '"trim"');
      const where = side === undefined ? 'both' : toText(side);
      if (where !== 'both' && where !== 'left' && where !== 'right') {
        throw new Fault('The side of "trim" is "left", "right" or "both".');
      }
      const characters = mask === undefined || mask === null ? ' \t\n\r\0\v' : toText(mask);
      return runtime.built(trim(text, characters, where));
    }),
  ],
  [
    'spaceless',
    callable(
      'content',
      (runtime, value) => {
        const text = textArgument(value, '"spaceless"');
        return runtime.built(trim(text.replace(/>[ \t\n\r\f\v]+</g, '><'), ' \t\n\r\0\v', 'both'));
      },
      { safe: ['html'], preEscape: true },
    ),
  ],
  [
    'nl2br',
    callable('string', (runtime, value) => runtime.built(nl2br(textArgument(value, '"nl2br"'))), {
      safe: ['html'],
      preEscape: true,
    }),
  ],
  [
    'striptags',
    callable('string allowable_tags?', (runtime, value, allowed) => {
      const text = textArgument(value, '"striptags"');
      runtime.charge(text.length);
      return runtime.built(stripTags(text, allowed ?? ''));
    }),
  ],
  [
    'replace',
    callable('str from', (runtime, value, from) =>
      replacePairs(runtime, textArgument(value, '"replace"'), from),
    ),
  ],
  ['split', callable('value delimiter limit?', split)],
  [
    'format',
    callable('format ...values', (runtime, format, ...values) =>
      runtime.built(sprintf(textArgument(format, '"format"'), values)),
    ),
  ],
  [
    'wordwrap',
    callable('value width? break? cut?', (runtime, value, width, glue, cut) => {
      const text = textArgument(value, '"wordwrap"');
      runtime.charge(text.length * 4);
      const wide = Math.max(1, width === undefined ? 75 : toInteger(width));
      return runtime.built(
        wordwrap(text, wide, glue === undefined ? '\n' : toText(glue), cut !== undefined && cut !== false),
      );
    }),
  ],
  [
    'slug',
    callable('string separator? locale?', (runtime, value, separator, locale) => {
      const text = textArgument(value, '"slug"');
      runtime.charge(text.length * 4);
      return runtime.built(slug(text, separator === undefined ? '-' : toText(separator), toText(locale)));
    }),
  ],
  ['u', callable('text', (runtime, value) => new TwigString(runtime, textArgument(value, '"u"')))],
  ['raw', callable('value', (_, value) => value, { safe: 'all' })],
  ['convert_encoding', callable('string to from', (_, value) => textArgument(value, '"convert_encoding"'))],
];

/** `slice` and `reverse` of a text. */
export function sliceText(runtime: Runtime, value: Value, start: number, length: number | null): string {
  const text = value instanceof Markup ? value.text : textArgument(value, '"slice"');
  runtime.charge(Math.min(text.length, 1000));
  return pointSlice(text, start, length);
}
