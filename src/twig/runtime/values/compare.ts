/** Truthiness, equality and ordering as PHP 8 defines them. */
import { getEntries, getEntry, getSize, isArray, isEmptyArray } from './array.ts';
import { numericString } from './number.ts';
import { numberText } from './number-text.ts';
import { Markup, OrderedMap, Thing, type Value } from './value.ts';

/** PHP's truthiness. */
export function truthy(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '' && value !== '0';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    case 'object':
      if (value === null) return false;
      if (Array.isArray(value)) return value.length > 0;
      if (value instanceof Markup) return truthy(value.text);
      if (value instanceof Thing) return true;
      if (value instanceof OrderedMap) return value.entries.size > 0;
      return isArray(value) ? !isEmptyArray(value) : true;
    default:
      return false;
  }
}

/** Counts the entries that a comparison visits: data that shares its parts can unfold exponentially. */
let count: (entries: number) => void = () => {};

/**
 * Sets the counter of comparisons for one render, which runs synchronously. Returns the previous counter, to be
 * restored afterwards.
 */
export function countComparisons(by: (entries: number) => void): (entries: number) => void {
  const before = count;
  count = by;
  return before;
}

/** Returns -1, 0 or 1, or NaN if the values are not comparable (two mappings with different keys). */
export function compare(a: Value, b: Value, depth = 0): number {
  if (depth > 100) return Number.NaN;
  if (a instanceof Markup) a = a.text;
  if (b instanceof Markup) b = b.text;
  if (a === undefined) a = null;
  if (b === undefined) b = null;
  if (a instanceof Thing || b instanceof Thing) {
    const order = orderOfThings(a, b);
    if (order !== undefined) return order;
    if (a instanceof Thing) a = comparable(a, b);
    else if (b instanceof Thing) b = comparable(b, a);
  }
  const ta = typeof a;
  const tb = typeof b;
  if (ta === 'number' && tb === 'number') return compareNumbers(a as number, b as number);
  if (ta === 'string' && tb === 'string') return compareStrings(a as string, b as string);
  if (ta === 'boolean' || tb === 'boolean' || a === null || b === null) {
    if (a === null && tb === 'string') return b === '' ? 0 : -1;
    if (b === null && ta === 'string') return a === '' ? 0 : 1;
    return compareNumbers(truthy(a) ? 1 : 0, truthy(b) ? 1 : 0);
  }
  const numberA = ta === 'number' || ta === 'bigint';
  const numberB = tb === 'number' || tb === 'bigint';
  if (numberA && numberB) return compareNumbers(a as number, b as number);
  if (numberA && tb === 'string') return compareNumberString(a as number | bigint, b as string);
  if (ta === 'string' && numberB) return -compareNumberString(b as number | bigint, a as string) + 0;
  const arrayA = isArray(a);
  const arrayB = isArray(b);
  if (arrayA && arrayB) return compareArrays(a, b, depth);
  // An array is greater than any other value except a thing, which is greater than an array.
  if (arrayA || a instanceof Thing) return arrayA && b instanceof Thing ? -1 : 1;
  if (arrayB || (b instanceof Thing && ta === 'string')) return -1;
  return a === b ? 0 : 1;
}

function orderOfThings(a: Value, b: Value): number | undefined {
  const order = a instanceof Thing ? a.compareWith(b) : undefined;
  if (order !== undefined || !(b instanceof Thing)) return order;
  const reverse = b.compareWith(a);
  return reverse === undefined ? undefined : 0 - reverse;
}

/** A thing that has a text is compared by that text with another text. */
function comparable(thing: Thing, other: Value): Value {
  const text = thing.text();
  return text !== null && typeof other === 'string' ? text : thing;
}

function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : a === b || Number(a) === Number(b) ? 0 : Number.NaN;
}

function compareNumberString(number: number | bigint, text: string): number {
  const other = numericString(text);
  if (other !== null) return compareNumbers(number, other);
  const shown = typeof number === 'bigint' ? String(number) : numberText(number);
  return byBytes(shown, text);
}

function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const x = numericString(a);
  if (x !== null) {
    const y = numericString(b);
    if (y !== null) return compareNumbers(x, y);
  }
  return byBytes(a, b);
}

/** Compares by UTF-8 bytes, which gives the same order as code points. */
function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (i > 1_000) count(i >> 5);
    // As UTF-16 code units, surrogates sort below U+E000–U+FFFF; as code points, they sort above them.
    const surrogateX = x >= 0xd800 && x < 0xe000;
    const surrogateY = y >= 0xd800 && y < 0xe000;
    if (surrogateX !== surrogateY) return surrogateX ? 1 : -1;
    return x < y ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

function compareArrays(a: Value, b: Value, depth: number): number {
  count(getSize(a) + 1);
  const difference = getSize(a) - getSize(b);
  if (difference !== 0) return difference < 0 ? -1 : 1;
  for (const [key, value] of getEntries(a)) {
    const other = getEntry(b, key);
    if (other === undefined) return Number.NaN;
    const result = compare(value, other, depth + 1);
    if (result !== 0) return result;
  }
  return 0;
}

/** PHP's `==`. */
export function looselyEqual(a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return true;
    const x = numericString(a);
    const y = x === null ? null : numericString(b);
    return x !== null && y !== null && compareNumbers(x, y) === 0;
  }
  return compare(a, b) === 0;
}

/**
 * Strict equality (`===`): the same types, values and key order. Two `Markup` are identical only if they are the same
 * object.
 */
export function identical(a: Value, b: Value, depth = 0): boolean {
  if (a === b) return true;
  if (a instanceof Markup || b instanceof Markup || depth > 100) return false;
  if (!isArray(a) || !isArray(b) || getSize(a) !== getSize(b))
    return (a ?? null) === null && (b ?? null) === null;
  count(getSize(a) + 1);
  const others = getEntries(b);
  return getEntries(a).every(([key, value], index) => {
    const other = others[index];
    return other !== undefined && other[0] === key && identical(value, other[1], depth + 1);
  });
}
