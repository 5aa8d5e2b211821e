/** Methods of `text|u` that search for text, or cut at it. */
import type { Value } from '../../../runtime/values/value.ts';
import { type Found, findFirst, findLast } from './needle.ts';
import { maxStringLength, type StringCall, type StringMethod } from './string-call.ts';

/** Finds the first or last occurrence of one text or several. */
function find(call: StringCall, last: boolean, offset: number): Found | null {
  const text = call.comparable(call.text);
  let best: Found | null = null;
  for (const word of call.words(0)) {
    call.runtime.tick(text.length >> 3);
    const search = last ? findLast : findFirst;
    const found = search(text, call.comparable(word), offset, (steps) => call.runtime.tick(steps));
    if (found && (best === null || (last ? found.at >= best.at : found.at < best.at))) best = found;
  }
  return best;
}

function indexOf(call: StringCall, last: boolean): Value {
  return find(call, last, call.number(1))?.at ?? null;
}

function before(call: StringCall, last: boolean): Value {
  const found = find(call, last, call.number(2));
  if (!found) return call.made(call.text);
  const end = found.at + (call.value(1) === true ? found.length : 0);
  return call.made(call.units.slice(0, end).join(''));
}

function after(call: StringCall, last: boolean): Value {
  const found = find(call, last, call.number(2));
  if (!found) return call.made(call.text);
  const start = found.at + (call.value(1) === true ? 0 : found.length);
  return call.made(call.units.slice(start).join(''));
}

/** Returns the number of graphemes at the beginning or end that match one of the words, or 0 if none matches. */
function edgeLength(call: StringCall, end: boolean, words: readonly string[]): number {
  const text = call.comparable(call.text);
  for (const word of words) {
    const units = call.comparable(word);
    if (units.length === 0 || units.length > text.length) continue;
    const from = end ? text.length - units.length : 0;
    if (units.every((unit, index) => unit === text[from + index])) return units.length;
  }
  return 0;
}

/** Returns the text with exactly one occurrence of the word at its beginning or end. */
function ensure(call: StringCall, end: boolean): Value {
  const word = call.word(0);
  const length = edgeLength(call, end, [word]);
  if (length === 0) return call.made(end ? call.text + word : word + call.text);
  const units = call.comparable(call.text);
  const wanted = call.comparable(word);
  const repeats = (count: number) => {
    const from = end ? units.length - (count + 1) * length : count * length;
    return from >= 0 && wanted.every((unit, index) => unit === units[from + index]);
  };
  let count = 1;
  while (repeats(count)) count++;
  const drop = (count - 1) * length;
  return call.made(call.units.slice(end ? 0 : drop, end ? units.length - drop : undefined).join(''));
}

function replace(call: StringCall): Value {
  const [from, to] = [call.word(0), call.word(1)];
  if (from === '') return call.made(call.text);
  if (!call.ignoringCase) return call.made(call.text.split(from).join(to));
  const text = call.comparable(call.text);
  const needle = call.comparable(from);
  let result = '';
  let at = 0;
  for (;;) {
    const found = findFirst(text, needle, at, (steps) => call.runtime.tick(steps));
    if (!found) return call.made(result + call.units.slice(at).join(''));
    result += call.units.slice(at, found.at).join('') + to;
    if (result.length > maxStringLength) call.runtime.tooLong();
    at = found.at + found.length;
  }
}

export const searchMethods: readonly [string, StringMethod][] = [
  ['indexOf', (call) => indexOf(call, false)],
  ['indexOfLast', (call) => indexOf(call, true)],
  ['containsAny', (call) => find(call, false, 0) !== null],
  ['before', (call) => before(call, false)],
  ['beforeLast', (call) => before(call, true)],
  ['after', (call) => after(call, false)],
  ['afterLast', (call) => after(call, true)],
  ['startsWith', (call) => edgeLength(call, false, call.words(0)) > 0],
  ['endsWith', (call) => edgeLength(call, true, call.words(0)) > 0],
  [
    'equalsTo',
    (call) => {
      const text = call.comparable(call.text).join('');
      return call.words(0).some((word) => call.comparable(word).join('') === text);
    },
  ],
  ['ensureStart', (call) => ensure(call, false)],
  ['ensureEnd', (call) => ensure(call, true)],
  ['trimPrefix', (call) => call.made(call.units.slice(edgeLength(call, false, call.words(0))).join(''))],
  [
    'trimSuffix',
    (call) => {
      const length = edgeLength(call, true, call.words(0));
      return call.made(call.units.slice(0, call.units.length - length).join(''));
    },
  ],
  ['replace', replace],
];
