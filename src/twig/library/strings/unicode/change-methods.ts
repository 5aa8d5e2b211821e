/** Methods of `text|u` that change its letters. */
import { getValues, isArray } from '../../../runtime/values/array.ts';
import { toText } from '../../../runtime/values/text.ts';
import type { Value } from '../../../runtime/values/value.ts';
import { toAscii } from '../latin.ts';
import { titleCase } from '../title-case.ts';
import { foldCase } from './fold-case.ts';
import type { StringCall, StringMethod } from './string-call.ts';

const boundary = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]|(?<=[\p{L}\p{N}_])[^\p{L}\p{N}_\n]/gu;
/** Created by each call, because its Unicode classes take a millisecond that every start of the command would pay. */
const firstBoundary = () => new RegExp(boundary.source, 'u');

const white = new Set(' \t\n\r\0\v\f\u00a0\ufeff');

function trim(call: StringCall, start: boolean, end: boolean): Value {
  const set = call.has(0) ? new Set(call.word(0)) : white;
  const points = [...call.text];
  let from = 0;
  let to = points.length;
  while (start && from < to && set.has(points[from] as string)) from++;
  while (end && to > from && set.has(points[to - 1] as string)) to--;
  return call.made(points.slice(from, to).join(''));
}

/** The normalisation forms of https://unicode.org/reports/tr15/ by PHP's constants. */
const forms: ReadonlyMap<number, string> = new Map([
  [4, 'NFD'],
  [8, 'NFKD'],
  [16, 'NFC'],
  [32, 'NFKC'],
]);

function ascii(call: StringCall): Value {
  const rules = isArray(call.value(0)) ? getValues(call.value(0)).map(toText) : [];
  const german = rules.some((rule) => rule.startsWith('de'));
  return call.made(toAscii(call.text, german ? 'de' : ''));
}

const between = /[^\p{L}0-9]+/gu;

function camelCase(text: string): string {
  let first = true;
  return text
    .replace(between, ' ')
    .replace(
      /(?<![\p{L}\p{N}_])[\p{L}\p{N}_](?!\p{Lu})|(?<=[\p{L}\p{N}_])(?![\p{L}\p{N}_]).(?!\p{Lu})/gu,
      (character) => {
        const changed = first ? character.toLowerCase() : titleCase(character);
        first = false;
        return changed;
      },
    )
    .replaceAll(' ', '');
}

function pascalCase(text: string): string {
  const camel = camelCase(text);
  const [first = ''] = camel;
  return titleCase(first) + camel.slice(first.length);
}

/** Inserts the separator before each capital that begins a word, and converts the text to lower case. */
function separatedWords(text: string, separator: string): string {
  return camelCase(text)
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, (_, before, word) => before + separator + word)
    .replace(/([\p{Ll}0-9])(\p{Lu})/gu, (_, before, word) => before + separator + word)
    .toLowerCase();
}

export const changeMethods: readonly [string, StringMethod][] = [
  ['upper', (call) => call.made(call.text.toUpperCase())],
  ['lower', (call) => call.made(call.text.toLowerCase())],
  [
    'title',
    (call) => call.made(call.text.replace(call.value(0) === true ? boundary : firstBoundary(), titleCase)),
  ],
  ['camel', (call) => call.made(camelCase(call.text))],
  ['pascal', (call) => call.made(pascalCase(call.text))],
  ['snake', (call) => call.made(separatedWords(call.text, '_'))],
  ['kebab', (call) => call.made(separatedWords(call.text, '-'))],
  ['folded', (call) => call.made(foldCase(call.text.normalize('NFKC')))],
  ['ascii', ascii],
  ['normalize', (call) => call.made(call.text.normalize(forms.get(call.number(0, 16)) ?? 'NFC'))],
  ['trim', (call) => trim(call, true, true)],
  ['trimStart', (call) => trim(call, true, false)],
  ['trimEnd', (call) => trim(call, false, true)],
  [
    'collapseWhitespace',
    (call) => call.made(call.text.replace(/[ \n\r\t\f]{2,}|[\n\r\t\f]/g, ' ').replace(/^ | $/g, '')),
  ],
];
