/** Filters on text. */

import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { isArray } from '../../runtime/values/array.ts';
import { toInteger, toNumber } from '../../runtime/values/number.ts';
import { textArgument, toText } from '../../runtime/values/text.ts';
import { Markup, type Value } from '../../runtime/values/value.ts';
import { translate } from '../../translations.ts';
import { pointCount, pointSlice } from '../strings/code-points.ts';
import { toAscii } from '../strings/latin.ts';
import { replacePairs } from '../strings/replace-pairs.ts';
import { sprintf } from '../strings/sprintf.ts';
import { stripTags } from '../strings/strip-tags.ts';
import { titleCase } from '../strings/title-case.ts';
import { trim } from '../strings/trim.ts';
import { TwigString } from '../strings/unicode-string.ts';

/** Creates a filter that takes text and returns text. */
function onText(name: string, change: (text: string) => string): [string, Callable] {
  return [
    name,
    callable('value', (runtime, value) => {
      const text = textArgument(value, `"${name}"`);
      runtime.charge(name === 'title' ? text.length * 8 : text.length);
      return runtime.built(change(text));
    }),
  ];
}

function split(runtime: Runtime, value: Value, delimiterValue: Value, limitValue: Value): Value {
  const text = textArgument(value, '"split"');
  const delimiter = textArgument(delimiterValue, '"split"');
  if (delimiter === '' && delimiterValue !== '')
    throw new TwigFault('The delimiter of "split" is null or false.');
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
  const maxPieces = Math.max(1, limit);
  if (pieces.length <= maxPieces) return pieces;
  return [...pieces.slice(0, maxPieces - 1), pieces.slice(maxPieces - 1).join(delimiter)];
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

const cased = /[\p{L}]/u;
/** Characters that may occur inside a word without ending it. */
const ignored = /[\p{M}'’.:·^`¨\u00ad]/u;

/** Converts the first letter of each word to title case and the others to lower case. */
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

/** Translates a text, and then replaces its parameters, such as `%name%`. Texts have one domain. */
function trans(runtime: Runtime, message: Value, parameters: Value, _domain: Value, locale: Value): Value {
  const given = locale === undefined || locale === null || locale === '' ? undefined : toText(locale);
  const text = translate(runtime.translations, textArgument(message, '"trans"'), given);
  if (parameters === undefined || parameters === null) return runtime.built(text);
  if (!isArray(parameters))
    throw new TwigFault(`"trans" takes a mapping of parameters, such as {'%name%': name}.`);
  return replacePairs(runtime, text, parameters);
}

/** Converts text to a part of a URL: plain letters and digits, with the separator between words. */
function slug(text: string, separator: string, locale: string): string {
  // Only English locales spell these signs out as words.
  const spelled = locale.startsWith('en') ? text.replaceAll('@', ' at ').replaceAll('&', ' and ') : text;
  return toAscii(spelled, locale)
    .replace(/[^A-Za-z0-9]+/g, '\0')
    .replace(/^\0+|\0+$/g, '')
    .replace(/\0/g, () => separator);
}

/** Characters that `trim` removes by default. */
const whiteSpace = ' \t\n\r\0\v';

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
        throw new TwigFault('The side of "trim" is "left", "right" or "both".');
      }
      const characters =
        mask === undefined || mask === null ? whiteSpace : textArgument(mask, 'The mask of "trim"');
      const trimmed = runtime.built(trim(text, characters, where));
      return value instanceof Markup && characters === whiteSpace && trimmed !== ''
        ? new Markup(trimmed)
        : trimmed;
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
      const text = textArgument(value, '"striptags"').replaceAll('\0', '');
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
  ['trans', callable('message arguments? domain? locale?', trans)],
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
  [
    'u',
    callable('text', (runtime, value) => {
      // NFC: accented letters compare equal whichever way they were composed.
      const text = textArgument(value, '"u"').normalize('NFC');
      runtime.charge(text.length);
      return new TwigString(runtime, text);
    }),
  ],
  ['raw', callable('value', (_, value) => value, { safe: 'all' })],
  ['convert_encoding', callable('string to from', (_, value) => textArgument(value, '"convert_encoding"'))],
];

/** Applies `slice` to text, counting code points. */
export function sliceText(runtime: Runtime, value: Value, start: number, length: number | null): string {
  const text = value instanceof Markup ? value.text : textArgument(value, '"slice"');
  runtime.charge(Math.min(text.length, 1000));
  return pointSlice(text, start, length);
}
