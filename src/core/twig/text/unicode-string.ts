import { Fault } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { isArray, valuesOf } from '../values/array.ts';
import { toInteger } from '../values/number.ts';
import { toText } from '../values/text.ts';
import { Thing, type Value } from '../values/value.ts';
import { pointCount, pointSlice, sliceBounds } from './code-points.ts';
import { toLatin } from './latin.ts';

const longest = 10_000_000;

/** What the filter `u` gives: a text with methods, such as `text|u.truncate(10, '…')`. */
export class TwigString extends Thing {
  readonly #text: string;
  readonly #runtime: Runtime;

  constructor(runtime: Runtime, text: string) {
    super();
    this.#runtime = runtime;
    if (text.length > longest) throw new Fault(`A text is longer than ${longest} characters.`);
    this.#text = text;
  }

  override text(): string {
    return this.#text;
  }

  part(name: string, args: readonly Value[] | null): Value | undefined {
    const given = args ?? [];
    const text = this.#text;
    this.#runtime.charge(text.length * 4);
    const word = (index: number, fallback = '') =>
      given[index] === undefined ? fallback : toText(given[index]);
    const number = (index: number, fallback = 0) =>
      given[index] === undefined ? fallback : toInteger(given[index]);
    const made = (result: string) => new TwigString(this.#runtime, result);
    switch (name) {
      case 'length':
        return pointCount(text);
      case 'upper':
        return made(text.toUpperCase());
      case 'lower':
        return made(text.toLowerCase());
      case 'title':
        return made(this.#title(given[0] === true));
      case 'trim':
        return made(this.#trim(given[0], true, true));
      case 'trimStart':
        return made(this.#trim(given[0], true, false));
      case 'trimEnd':
        return made(this.#trim(given[0], false, true));
      case 'trimPrefix':
        return made(text.startsWith(word(0)) ? text.slice(word(0).length) : text);
      case 'trimSuffix':
        return made(text.endsWith(word(0)) ? text.slice(0, text.length - word(0).length) : text);
      case 'append':
        return made(text + word(0));
      case 'prepend':
        return made(word(0) + text);
      case 'ensureStart':
        return made(text.startsWith(word(0)) ? text : word(0) + text);
      case 'ensureEnd':
        return made(text.endsWith(word(0)) ? text : text + word(0));
      case 'startsWith':
        return text.startsWith(word(0));
      case 'endsWith':
        return text.endsWith(word(0));
      case 'containsAny':
        return this.#find(given[0], false) !== null;
      case 'indexOf':
      case 'indexOfLast': {
        const found = this.#find(given[0], name === 'indexOfLast');
        return found === null ? null : pointCount(text.slice(0, found.at));
      }
      case 'isEmpty':
        return text === '';
      case 'equalsTo':
        return text === word(0);
      case 'replace':
        return made(word(0) === '' ? text : text.split(word(0)).join(word(1)));
      case 'slice':
        return made(
          pointSlice(text, number(0), given[1] === undefined || given[1] === null ? null : number(1)),
        );
      case 'before':
      case 'beforeLast': {
        const found = this.#find(given[0], name === 'beforeLast');
        return made(found ? text.slice(0, found.at + (given[1] === true ? found.length : 0)) : text);
      }
      case 'after':
      case 'afterLast': {
        const found = this.#find(given[0], name === 'afterLast');
        return made(found ? text.slice(found.at + (given[1] === true ? 0 : found.length)) : text);
      }
      case 'splice': {
        const length = given[2] === undefined || given[2] === null ? null : number(2);
        const [from, to] = sliceBounds(pointCount(text), number(1), length);
        return made(pointSlice(text, 0, from) + word(0) + pointSlice(text, to, null));
      }
      case 'join': {
        const parts = (isArray(given[0]) ? valuesOf(given[0]) : []).map(toText);
        const size = parts.reduce((sum, each) => sum + each.length + text.length, 0);
        if (size > longest) throw new Fault(`A text is longer than ${longest} characters.`);
        return made(parts.join(text));
      }
      case 'repeat':
        return this.#repeat(number(0));
      case 'reverse':
        return made([...text].reverse().join(''));
      case 'truncate':
        return made(this.#truncate(number(0), word(1), given[2] === undefined || given[2] === true));
      case 'wordwrap':
        return made(this.#wordwrap(Math.max(1, number(0, 75)), word(1, '\n'), given[2] === true));
      case 'padStart':
      case 'padEnd':
      case 'padBoth':
        return made(this.#pad(name, number(0), word(1, ' ')));
      case 'camel':
        return made(
          this.#words()
            .map((each, i) => (i === 0 ? each.toLowerCase() : capital(each)))
            .join(''),
        );
      case 'pascal':
        return made(this.#words().map(capital).join(''));
      case 'snake':
        return made(this.#words().join('_').toLowerCase());
      case 'kebab':
        return made(this.#words().join('-').toLowerCase());
      case 'collapseWhitespace':
        return made(text.replace(/[ \n\t\r\f\0]+/g, ' ').trim());
      case 'ascii':
        return made(toLatin(text));
      case 'folded':
        return made(text.normalize('NFKC').toLowerCase());
      case 'toString':
        return text;
      case 'split':
        return this.#split(word(0), given[1] === undefined || given[1] === null ? 100_000 : number(1));
      default:
        return undefined;
    }
  }

  #title(all: boolean): string {
    return all
      ? this.#text.replace(/(^|[^\p{L}\p{N}'’])(\p{L})/gu, (each) => each.toUpperCase())
      : capital(this.#text);
  }

  #repeat(times: number): TwigString {
    if (times < 0 || times * this.#text.length > longest) {
      throw new Fault(`A text cannot be repeated ${times} times (at most ${longest} characters).`);
    }
    return new TwigString(this.#runtime, this.#text.repeat(times));
  }

  #truncate(length: number, ellipsis: string, cut: boolean): string {
    if (pointCount(this.#text) <= length) return this.#text;
    const tail = pointCount(ellipsis) > length ? '' : ellipsis;
    let keep = length - pointCount(tail);
    if (!cut) {
      // To the end of the word that the length falls into.
      const points = [...this.#text];
      keep = Math.max(0, length - 1);
      while (keep < points.length && !/[ \r\n\t]/.test(points[keep] as string)) keep++;
      if (keep >= points.length) return this.#text;
    }
    const kept = pointSlice(this.#text, 0, keep);
    return tail === '' ? kept : kept.trimEnd() + tail;
  }

  #wordwrap(width: number, glue: string, cut: boolean): string {
    const lines: string[] = [];
    let line = '';
    for (const each of this.#text.split(' ')) {
      let rest = each;
      if (line !== '' && pointCount(line) + 1 + pointCount(rest) <= width) {
        line += ` ${rest}`;
        continue;
      }
      if (line !== '') lines.push(line);
      while (cut && pointCount(rest) > width) {
        lines.push(pointSlice(rest, 0, width));
        rest = pointSlice(rest, width, null);
      }
      line = rest;
    }
    return [...lines, line].join(glue);
  }

  #pad(side: string, width: number, filler: string): string {
    const missing = width - pointCount(this.#text);
    if (missing <= 0 || filler === '') return this.#text;
    if (missing > longest)
      throw new Fault(`A text cannot be padded to ${width} characters (at most ${longest}).`);
    const fill = (count: number) =>
      pointSlice(filler.repeat(Math.ceil(count / pointCount(filler))), 0, count);
    if (side === 'padStart') return fill(missing) + this.#text;
    if (side === 'padEnd') return this.#text + fill(missing);
    const left = Math.floor(missing / 2);
    return fill(left) + this.#text + fill(missing - left);
  }

  #words(): string[] {
    const apart = this.#text
      .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
    return apart.match(/[\p{L}\p{N}]+/gu) ?? [];
  }

  #trim(characters: Value, start: boolean, end: boolean): string {
    if (characters === undefined || characters === null) {
      return start && end ? this.#text.trim() : start ? this.#text.trimStart() : this.#text.trimEnd();
    }
    const set = new Set(toText(characters));
    const points = [...this.#text];
    let from = 0;
    let to = points.length;
    while (start && from < to && set.has(points[from] as string)) from++;
    while (end && to > from && set.has(points[to - 1] as string)) to--;
    return points.slice(from, to).join('');
  }

  /** The first or last of one text or several. */
  #find(needles: Value, last: boolean): { at: number; length: number } | null {
    let best: { at: number; length: number } | null = null;
    for (const each of isArray(needles) ? valuesOf(needles).slice(0, 1000) : [needles]) {
      const needle = toText(each);
      this.#runtime.charge(this.#text.length);
      const at = needle === '' ? -1 : last ? this.#text.lastIndexOf(needle) : this.#text.indexOf(needle);
      if (at !== -1 && (best === null || (last ? at > best.at : at < best.at)))
        best = { at, length: needle.length };
    }
    return best;
  }

  #split(delimiter: string, most: number): Value {
    if (delimiter === '') throw new Fault('"split" needs a text to split at.');
    const pieces = this.#text.split(delimiter);
    const limit = Math.max(1, Math.min(most, 100_000));
    const parts =
      pieces.length <= limit
        ? pieces
        : pieces.slice(0, limit - 1).concat(pieces.slice(limit - 1).join(delimiter));
    return parts.map((each) => new TwigString(this.#runtime, each));
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
