/** Compiles binary operators to closures. */
import { TwigFault } from '../errors.ts';
import { Pattern, PatternError } from '../library/regex/pattern.ts';
import type { Expression } from '../parser/ast.ts';
import type { Frame } from '../runtime/runtime.ts';
import {
  findEntry,
  fromEntries,
  getEntries,
  getEntry,
  getSize,
  getValues,
  isArray,
} from '../runtime/values/array.ts';
import { compare, identical, looselyEqual, truthy } from '../runtime/values/compare.ts';
import { arithmetic, bitwise, divide, floorDivide, modulo, power } from '../runtime/values/number.ts';
import { range } from '../runtime/values/range.ts';
import { Sequence } from '../runtime/values/sequence.ts';
import { textArgument, toText } from '../runtime/values/text.ts';
import { Arrow, Markup, Thing, type Value } from '../runtime/values/value.ts';
import type { Reading } from './expression.ts';

type Run = (frame: Frame) => Value;
type Binary = Extract<Expression, { kind: 'binary' }>;
type Operation = (left: Value, right: Value, frame: Frame) => Value;

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['xor', (a, b) => truthy(a) !== truthy(b)],
  ['b-or', (a, b) => bitwise('b-or', a, b)],
  ['b-xor', (a, b) => bitwise('b-xor', a, b)],
  ['b-and', (a, b) => bitwise('b-and', a, b)],
  ['==', (a, b) => looselyEqual(a, b)],
  ['!=', (a, b) => !looselyEqual(a, b)],
  ['===', (a, b) => identical(a, b)],
  ['!==', (a, b) => !identical(a, b)],
  // As in PHP, a value that cannot be compared counts as greater.
  ['<=>', (a, b) => compare(a, b) || (Number.isNaN(compare(a, b)) ? 1 : 0)],
  ['<', (a, b) => compare(a, b) < 0],
  ['>', (a, b) => compare(a, b) > 0],
  ['>=', (a, b) => compare(a, b) >= 0],
  ['<=', (a, b) => compare(a, b) <= 0],
  ['in', contains],
  ['not in', (a, b, frame) => !contains(a, b, frame)],
  ['has some', (a, b) => hasAny(a, b)],
  [
    'has every',
    (a, b) => {
      const { call } = predicate(b, 'has every');
      return findEntry(arrayOf(a, 'has every'), (each, key) => !truthy(call(each, key))) === undefined;
    },
  ],
  ['..', (a, b, frame) => range(frame.runtime, a, b)],
  ['+', add],
  ['-', (a, b) => arithmetic('-', a, b)],
  ['*', (a, b) => arithmetic('*', a, b)],
  ['/', divide],
  ['//', floorDivide],
  ['%', modulo],
  ['**', power],
]);

/** Adds numbers, or returns the union of two arrays, in which the entries of the left one take precedence. */
function add(a: Value, b: Value, frame: Frame): Value {
  if (typeof a !== 'object' || !isArray(a) || !isArray(b)) return arithmetic('+', a, b);
  frame.runtime.charge((getSize(a) + getSize(b)) * 2);
  return fromEntries(
    [...getEntries(b).filter(([key]) => getEntry(a, key) === undefined)].reduce(
      (map, [key, value]) => map.set(key, value),
      new Map(getEntries(a)),
    ),
  );
}

const text = (value: Value) => (value instanceof Markup ? value.text : value);

function predicate(value: Value, operator: string): Arrow {
  if (value instanceof Arrow) return value;
  throw new TwigFault(`"${operator}" takes an arrow function.`);
}

function arrayOf(value: Value, operator: string): Value {
  if (!isArray(value)) throw new TwigFault(`"${operator}" looks into a sequence or a mapping.`);
  return value;
}

function hasAny(list: Value, test: Value): boolean {
  const { call } = predicate(test, 'has some');
  return findEntry(arrayOf(list, 'has some'), (each, key) => truthy(call(each, key))) !== undefined;
}

/** `needle in haystack`: whether the needle is part of a text, or loosely equal to a value of a list or mapping. */
function contains(needle: Value, haystack: Value, frame: { runtime: Frame['runtime'] }): boolean {
  if (haystack instanceof Sequence) {
    const isFound = (each: Value) => (needle instanceof Thing ? each === needle : looselyEqual(needle, each));
    return findEntry(haystack, isFound) !== undefined;
  }
  if (isArray(haystack)) {
    const values = getValues(haystack);
    frame.runtime.charge(values.length * 4);
    // A `Thing` is compared by identity.
    if (needle instanceof Thing) return values.includes(needle);
    return values.some((each) => looselyEqual(needle, each));
  }
  const within = text(haystack);
  const part = text(needle);
  if (typeof within !== 'string') return false;
  if (typeof part !== 'string' && typeof part !== 'number' && typeof part !== 'bigint') return false;
  frame.runtime.charge(within.length >> 2);
  return within.includes(toText(part));
}

export function compileBinary(
  node: Binary,
  reading: Reading,
  compile: (node: Expression, reading?: Reading) => Run,
  fail: (detail: string, at: number) => never,
): Run {
  const { operator, at } = node;
  if (operator === 'matches') return compileMatches(node, compile, fail);
  const left = compile(node.left, readingOf(node, reading, node.left, node.right));
  const right = compile(
    node.right,
    operator === '?:' ? 'read' : readingOf(node, reading, node.right, node.left),
  );
  switch (operator) {
    case 'and':
      return (frame) => truthy(left(frame)) && truthy(right(frame));
    case 'or':
      return (frame) => truthy(left(frame)) || truthy(right(frame));
    case '?:':
      return (frame) => {
        const value = left(frame);
        return truthy(value) ? value : right(frame);
      };
    case 'starts with':
    case 'ends with': {
      const starts = operator === 'starts with';
      return (frame) => {
        const whole = text(left(frame));
        // If the left side is not text, the result is false and the right side is not evaluated.
        const part = typeof whole === 'string' ? text(right(frame)) : null;
        if (typeof whole !== 'string' || typeof part !== 'string') return false;
        return starts ? whole.startsWith(part) : whole.endsWith(part);
      };
    }
  }
  const operation = operations.get(operator);
  if (!operation) return fail(`Unknown operator "${operator}".`, at);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.runtime.at = at;
    return operation(a, b, frame);
  };
}

const logical = new Set(['and', 'or', 'xor', '?:']);
const equality = new Set(['==', '!=', '===', '!==']);

/**
 * Returns how an operator reads an operand. A comparison with null asks whether there is a value, and so does a
 * condition such as `items|length > 0`.
 */
function readingOf({ operator }: Binary, reading: Reading, operand: Expression, other: Expression): Reading {
  const asksForNull = equality.has(operator) && other.kind === 'constant' && other.value === null;
  const asksForSize = reading === 'tested' && operand.kind === 'filter';
  return logical.has(operator) || asksForNull || asksForSize ? 'tested' : 'read';
}

function compileMatches(
  node: Binary,
  compile: (node: Expression) => Run,
  fail: (detail: string, at: number) => never,
): Run {
  const { at } = node;
  const subject = compile(node.left);
  const read = (source: string): Pattern => {
    try {
      return new Pattern(source);
    } catch (error) {
      if (error instanceof PatternError)
        throw new TwigFault(`The pattern of "matches" is not valid: ${error.message}`);
      throw error;
    }
  };
  const test = (frame: Frame, pattern: Pattern) => {
    const value = subject(frame);
    frame.runtime.at = at;
    // As in PHP, the result is 1 or 0 and not a boolean: no match prints "0".
    return pattern.test(textArgument(value, '"matches"'), (steps) => frame.runtime.tick(steps)) ? 1 : 0;
  };
  if (node.right.kind === 'constant') {
    let pattern: Pattern;
    try {
      pattern = read(String(node.right.value ?? ''));
    } catch (error) {
      if (error instanceof TwigFault) return fail(error.message, at);
      throw error;
    }
    return (frame) => test(frame, pattern);
  }
  const source = compile(node.right);
  return (frame) => {
    const given = source(frame);
    frame.runtime.at = at;
    frame.runtime.tick(100);
    return test(frame, read(textArgument(given, '"matches"')));
  };
}
