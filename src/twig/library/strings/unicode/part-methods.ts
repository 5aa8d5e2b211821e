/** Methods of `text|u` that count, cut, join and pad. */
import { TwigFault } from '../../../errors.ts';
import { getValues, isArray } from '../../../runtime/values/array.ts';
import { toText } from '../../../runtime/values/text.ts';
import type { Value } from '../../../runtime/values/value.ts';
import { sliceBounds } from '../code-points.ts';
import { graphemes } from './graphemes.ts';
import { findFirst } from './needle.ts';
import { maxStringLength, type StringCall, type StringMethod } from './string-call.ts';

const maxParts = 100_000;

function slice(call: StringCall): Value {
  const [from, to] = sliceBounds(call.units.length, call.number(0), call.has(1) ? call.number(1) : null);
  return call.made(call.units.slice(from, to).join(''));
}

function splice(call: StringCall): Value {
  const [from, to] = sliceBounds(call.units.length, call.number(1), call.has(2) ? call.number(2) : null);
  return call.made(call.units.slice(0, from).join('') + call.word(0) + call.units.slice(to).join(''));
}

function truncate(call: StringCall): Value {
  const { units } = call;
  const length = call.number(0);
  if (units.length <= length) return call.made(call.text);
  const ellipsis = call.word(1);
  const size = graphemes(ellipsis).length;
  let kept = length - (length < size ? 0 : size);
  if (call.has(2) && call.value(2) !== true) {
    // Extends to the end of the word at this length.
    kept = units.findIndex((unit, index) => index >= (length || 1) - 1 && /^[ \r\n\t]$/.test(unit));
    if (kept === -1) return call.made(call.text);
  }
  const text = units.slice(0, kept).join('');
  return call.made(size === 0 || length < size ? text : text.trimEnd() + ellipsis);
}

function wordwrap(call: StringCall): Value {
  const lineBreak = call.word(1, '\n');
  const characters = withOne(call, lineBreak);
  call.runtime.room(characters.length * (1 + lineBreak.length));
  const width = Math.max(1, call.number(0, 75));
  return call.made(wrapLines(characters, width, { lineBreak, cut: call.value(2) === true }));
}

/**
 * Wraps text into lines of at most `width` characters, broken at spaces. `cut` also breaks words that are longer. One
 * of the spaces between two lines is dropped.
 */
function wrapLines(
  characters: readonly string[],
  width: number,
  { lineBreak, cut }: { lineBreak: string; cut: boolean },
): string {
  const lines: string[] = [];
  let start = 0;
  let space = 0;
  const end = (to: number, next: number) => {
    lines.push(characters.slice(start, to).join(''));
    start = next;
  };
  characters.forEach((character, at) => {
    const full = at - start >= width;
    if (character === lineBreak) {
      end(at, at + 1);
      space = at + 1;
    } else if (character === ' ') {
      if (full) end(at, at + 1);
      space = at;
    } else if (full && cut && start >= space) {
      end(at, at);
      space = at;
    } else if (full && start < space) {
      end(space, space + 1);
      space = start;
    }
  });
  return [...lines, characters.slice(start).join('')].join(lineBreak);
}

/** Returns the graphemes, with each occurrence of `word` combined into one element. */
function withOne(call: StringCall, word: string): string[] {
  const needle = graphemes(word);
  const characters: string[] = [];
  for (let from = 0; ; ) {
    const found = findFirst(call.units, needle, from, (steps) => call.runtime.tick(steps));
    for (const unit of call.units.slice(from, found?.at)) characters.push(unit);
    if (!found) return characters;
    characters.push(word);
    from = found.at + found.length;
  }
}

function pad(call: StringCall, side: 'start' | 'end' | 'both'): Value {
  const width = call.number(0);
  const filler = graphemes(call.word(1, ' '));
  const missing = width - call.units.length;
  if (missing <= 0 || filler.length === 0) return call.made(call.text);
  if (missing > maxStringLength)
    throw new TwigFault(`A text cannot be padded to ${width} characters (at most ${maxStringLength}).`);
  call.runtime.charge(missing * 2);
  const fill = (count: number) =>
    filler.join('').repeat(Math.floor(count / filler.length)) +
    filler.slice(0, count % filler.length).join('');
  const left = side === 'start' ? missing : side === 'end' ? 0 : Math.floor(missing / 2);
  return call.made(fill(left) + call.text + fill(missing - left));
}

function repeat(call: StringCall): Value {
  const times = call.number(0);
  if (times < 0 || times * call.text.length > maxStringLength) {
    throw new TwigFault(`A text cannot be repeated ${times} times (at most ${maxStringLength} characters).`);
  }
  return call.made(call.text.repeat(times));
}

function join(call: StringCall): Value {
  const list = call.value(0);
  const parts = (isArray(list) ? getValues(list) : []).map(toText);
  const size = parts.reduce((sum, each) => sum + each.length + call.text.length, 0);
  if (size > maxStringLength) throw new TwigFault(`A text is longer than ${maxStringLength} characters.`);
  if (!call.has(1) || parts.length === 0) return call.made(parts.join(call.text));
  return call.made(parts.slice(0, -1).join(call.text) + call.word(1) + parts.at(-1));
}

function chunk(call: StringCall): Value {
  const size = call.number(0, 1);
  if (size < 1) throw new TwigFault('The length of a chunk is 1 or more.');
  const { units } = call;
  call.runtime.charge((units.length / size) * 16);
  const chunks: Value[] = [];
  for (let at = 0; at < units.length; at += size) chunks.push(call.made(units.slice(at, at + size).join('')));
  return chunks;
}

function split(call: StringCall): Value {
  if (call.word(0) === '') throw new TwigFault('"split" needs a text to split at.');
  const maxCount = call.has(1) ? Math.max(1, Math.min(maxParts, call.number(1))) : maxParts;
  const text = call.comparable(call.text);
  const delimiter = call.comparable(call.word(0));
  const parts: Value[] = [];
  let from = 0;
  while (parts.length < maxCount - 1) {
    const found = findFirst(text, delimiter, from, (steps) => call.runtime.tick(steps));
    if (!found) break;
    parts.push(call.made(call.units.slice(from, found.at).join('')));
    from = found.at + found.length;
  }
  call.runtime.charge(parts.length * 16);
  return [...parts, call.made(call.units.slice(from).join(''))];
}

const unitAt = (call: StringCall) => call.units.at(call.number(0)) ?? '';

/** East Asian characters and emoji. https://www.unicode.org/reports/tr11/ */
const wideCharacter =
  /[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f004}\u{1f0cf}\u{1f18e}\u{1f191}-\u{1f19a}\u{1f200}-\u{1f320}\u{1f32d}-\u{1f335}\u{1f337}-\u{1f37c}\u{1f37e}-\u{1f393}\u{1f3a0}-\u{1f3ca}\u{1f3cf}-\u{1f3d3}\u{1f3e0}-\u{1f3f0}\u{1f3f4}\u{1f3f8}-\u{1f43e}\u{1f440}\u{1f442}-\u{1f4fc}\u{1f4ff}-\u{1f53d}\u{1f54b}-\u{1f54e}\u{1f550}-\u{1f567}\u{1f57a}\u{1f595}\u{1f596}\u{1f5a4}\u{1f5fb}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f6cc}\u{1f6d0}-\u{1f6d2}\u{1f6eb}\u{1f6ec}\u{1f6f4}-\u{1f6fc}\u{1f7e0}-\u{1f7eb}\u{1f90c}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Returns the width of the widest line in columns, as in a terminal: each character takes one or two. */
function textWidth(text: string): number {
  let widest = 0;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    let width = 0;
    for (const character of line) {
      const code = character.codePointAt(0) as number;
      // Control characters, combining marks and format characters take no column.
      if (code < 32 || (code >= 0x7f && code < 0xa0) || withoutWidth.test(character)) continue;
      width += wideCharacter.test(character) ? 2 : 1;
    }
    widest = Math.max(widest, width);
  }
  return widest;
}

export const partMethods: readonly [string, StringMethod][] = [
  ['length', (call) => call.units.length],
  ['width', (call) => textWidth(call.text)],
  ['isEmpty', (call) => call.text === ''],
  ['slice', slice],
  ['splice', splice],
  ['truncate', truncate],
  ['wordwrap', wordwrap],
  ['padStart', (call) => pad(call, 'start')],
  ['padEnd', (call) => pad(call, 'end')],
  ['padBoth', (call) => pad(call, 'both')],
  ['repeat', repeat],
  ['reverse', (call) => call.made(call.units.toReversed().join(''))],
  ['append', (call) => call.made(call.text + call.joined())],
  ['prepend', (call) => call.made(call.joined() + call.text)],
  ['join', join],
  ['chunk', chunk],
  ['split', split],
  ['codePointsAt', (call) => [...unitAt(call)].map((point) => point.codePointAt(0) as number)],
  ['bytesAt', (call) => [...Buffer.from(unitAt(call))]],
  ['ignoreCase', (call) => call.made(call.text, true)],
  ['toString', (call) => call.text],
  ['jsonSerialize', (call) => call.text],
  ['toUnicodeString', (call) => call.made(call.text)],
];
