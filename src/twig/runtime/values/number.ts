/** Numbers as in PHP: 64-bit integers that overflow into floats, numeric strings, and PHP's errors. */
import { TwigFault } from '../../errors.ts';
import { getSize, isArray } from './array.ts';
import { typeName } from './text.ts';
import { Markup, type Value } from './value.ts';

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const leading = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;
const integer = /^[ \t\n\r\v\f]*[+-]?\d+[ \t\n\r\v\f]*$/;

const maxInteger = 9223372036854775807n;
const minInteger = -9223372036854775808n;

let notice: (text: string, read: number | bigint) => void = () => {};

/**
 * Sets what is called for text of which arithmetic reads only the start, such as `23,90` or `12 km`, in one render, which
 * runs synchronously. Returns what was called before, to be restored afterwards.
 */
export function watchNumbers(by: typeof notice): typeof notice {
  const before = notice;
  notice = by;
  return before;
}

/** Returns the number that a numeric string represents, otherwise null. */
export function numericString(text: string): number | bigint | null {
  // Most strings are words, and the first character is usually enough to recognise one.
  const first = text.charCodeAt(0);
  if (first > 57 || Number.isNaN(first) || text.length > 400) return null;
  return numeric.test(text) ? parsed(text) : null;
}

function parsed(text: string): number | bigint {
  const value = Number(text);
  if (Number.isSafeInteger(value) || !integer.test(text)) return value;
  const whole = BigInt(text.trim().replace(/^\+/, ''));
  return whole > maxInteger || whole < minInteger ? value : whole;
}

/** Returns a number if the integer is safe or beyond 64 bits, otherwise a bigint. */
function fitted(value: bigint): number | bigint {
  if (value <= 9007199254740991n && value >= -9007199254740991n) return Number(value);
  return value > maxInteger || value < minInteger ? Number(value) : value;
}

/**
 * Converts an operand of arithmetic as PHP does. Throws `TwigFault` for text that does not begin with a number, and
 * for lists, mappings and things.
 */
export function operand(value: Value, operator: string, other: Value, left: boolean): number | bigint {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return stringOperand(value, operator, other, left);
    default:
      if (value === null || value === undefined) return 0;
      if (value instanceof Markup) return stringOperand(value.text, operator, other, left);
      return rejectOperands(value, operator, other, left);
  }
}

function stringOperand(text: string, operator: string, other: Value, left: boolean): number | bigint {
  const whole = numericString(text);
  if (whole !== null) return whole;
  const start = leading.exec(text.slice(0, 400));
  if (start) {
    const read = parsed(start[0]);
    notice(text, read);
    return read;
  }
  return rejectOperands(text, operator, other, left);
}

function rejectOperands(value: Value, operator: string, other: Value, left: boolean): never {
  const shown = (each: Value) =>
    typeof each === 'string' ? `the text "${each.slice(0, 40)}"` : `a ${typeName(each)}`;
  const [first, second] = left ? [value, other] : [other, value];
  throw new TwigFault(`Unsupported operands: ${shown(first)} ${operator} ${shown(second)}.`);
}

const csvRemedy = ', or read the CSV with --decimal "," (over HTTP: decimal=,)';

/** Returns the message of an error or a notice without advice that is of no use where data is never a CSV. */
export const withoutCsvRemedy = (message: string): string => message.replace(csvRemedy, '');

/** Returns a sentence for a text such as `1.234,50`, otherwise an empty text. */
export function commaRemedy(text: string): string {
  const hasComma = /^\s*[+-]?[\d.'’\s]*\d,\d*\s*$/.test(text.slice(0, 400));
  return hasComma ? ` Write numbers with a point, as in 23.90${csvRemedy}.` : '';
}

/**
 * Converts the argument of a filter or function that takes a number. Throws `TwigFault` if the value is not a number.
 */
export function toNumber(value: Value, user: string): number {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined) return 0;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = value instanceof Markup ? value.text : value;
  if (typeof text === 'string') {
    const whole = numericString(text);
    if (whole !== null) return Number(whole);
    throw new TwigFault(`${user} takes a number, not the text "${text.slice(0, 40)}".${commaRemedy(text)}`);
  }
  throw new TwigFault(`${user} takes a number, not a ${typeName(value)}.`);
}

/** PHP's `(int)` cast. It never fails: values that are not numbers become 0. */
export function toInteger(value: Value): number {
  if (typeof value === 'string' || value instanceof Markup) {
    const start = leading.exec((value instanceof Markup ? value.text : value).slice(0, 400));
    return start ? Math.trunc(Number(start[0])) : 0;
  }
  if (isArray(value)) return getSize(value) > 0 ? 1 : 0;
  const number = typeof value === 'number' ? value : typeof value === 'object' ? 0 : Number(value ?? 0);
  return Number.isFinite(number) ? Math.trunc(number) + 0 : 0;
}

/** PHP's `(int)` cast with all 64 bits: a float beyond them wraps around, and text saturates at the limits. */
export function toWhole(value: Value): bigint {
  if (typeof value === 'number') return whole(value);
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'string' && !(value instanceof Markup)) return BigInt(toInteger(value));
  const start = leading.exec((value instanceof Markup ? value.text : value).slice(0, 400));
  if (!start) return 0n;
  const number = parsed(start[0]);
  if (typeof number === 'bigint') return number;
  if (!Number.isFinite(number)) return 0n;
  if (Math.abs(number) < 9.2e18) return BigInt(Math.trunc(number));
  return number > 0 ? maxInteger : minInteger;
}

/** PHP's `(float)` cast. */
export function toFloat(value: Value): number {
  if (typeof value === 'string' || value instanceof Markup) {
    const text = value instanceof Markup ? value.text : value;
    const start = leading.exec(text.slice(0, 400));
    const read = start ? Number(start[0]) : 0;
    // An empty cell is no amount, and prints as none.
    if (start?.[0].length !== text.length && numericString(text) === null && /\S/.test(text))
      notice(text, read);
    return read;
  }
  if (isArray(value)) return getSize(value) > 0 ? 1 : 0;
  return typeof value === 'object' ? 0 : Number(value ?? 0);
}

export type Arithmetic = '+' | '-' | '*';

function exact(operator: Arithmetic, a: number | bigint, b: number | bigint): number | bigint {
  const [x, y] = [BigInt(a), BigInt(b)];
  return fitted(operator === '+' ? x + y : operator === '-' ? x - y : x * y);
}

const isWhole = (value: number | bigint) => typeof value === 'bigint' || Number.isSafeInteger(value);

/** Adds, subtracts or multiplies any two values. Throws `TwigFault` if an operand is not numeric. */
export function arithmetic(operator: Arithmetic, left: Value, right: Value): Value {
  const a = typeof left === 'number' ? left : operand(left, operator, right, true);
  const b = typeof right === 'number' ? right : operand(right, operator, left, false);
  if (typeof a === 'number' && typeof b === 'number') {
    const result = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
    if (result <= 9007199254740991 && result >= -9007199254740991) {
      // 0 × -1 is 0 for integers and -0 for floats.
      return result === 0 && Number.isInteger(a) && Number.isInteger(b) ? 0 : result;
    }
  }
  if (isWhole(a) && isWhole(b)) return exact(operator, a, b);
  const [x, y] = [Number(a), Number(b)];
  return operator === '+' ? x + y : operator === '-' ? x - y : x * y;
}

/** Divides like `/`. Throws `TwigFault` for a division by zero and for operands that are not numeric. */
export function divide(left: Value, right: Value): Value {
  const a = operand(left, '/', right, true);
  const b = operand(right, '/', left, false);
  if (Number(b) === 0) throw new TwigFault('Division by zero.');
  if ((typeof a === 'bigint' || typeof b === 'bigint') && isWhole(a) && isWhole(b)) {
    const [x, y] = [BigInt(a), BigInt(b)];
    if (x % y === 0n) return fitted(x / y);
  }
  const result = Number(a) / Number(b);
  return result === 0 && isWhole(a) && isWhole(b) ? 0 : result;
}

/** Divides like `//`, rounding down. Throws `TwigFault` like `divide`. */
export function floorDivide(left: Value, right: Value): Value {
  const a = operand(left, '//', right, true);
  const b = operand(right, '//', left, false);
  if (Number(b) === 0) throw new TwigFault('Division by zero.');
  const result = Math.floor(Number(a) / Number(b));
  return Number.isSafeInteger(result) ? result + 0 : fitted(whole(result));
}

/** The remainder of two integers, with the sign of the dividend. Throws `TwigFault` like `divide`. */
export function modulo(left: Value, right: Value): Value {
  operand(left, '%', right, true);
  operand(right, '%', left, false);
  const a = toWhole(left);
  const b = toWhole(right);
  if (b === 0n) throw new TwigFault('Modulo by zero.');
  return fitted(a % b);
}

function whole(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) ? BigInt.asIntN(64, BigInt(Math.trunc(value))) : 0n;
}

/** Raises to a power like `**`. Throws `TwigFault` if an operand is not numeric. */
export function power(left: Value, right: Value): Value {
  const a = operand(left, '**', right, true);
  const b = operand(right, '**', left, false);
  // In JavaScript, 1 to the power of infinity is NaN.
  if (Number(a) === 1) return 1;
  const result = Number(a) ** Number(b);
  if (Number.isSafeInteger(result) || !isWhole(a) || !isWhole(b) || Number(b) < 0) return result;
  // Beyond 2⁵³ the float is rounded, so the integer is computed exactly. Beyond 2⁶³ PHP returns the float too.
  return Math.abs(result) < 9.3e18 ? fitted(BigInt(a) ** BigInt(b)) : result;
}

export function negate(value: Value): Value {
  const a = operand(value, '*', -1, true);
  if (typeof a === 'bigint') return fitted(-a);
  return a === 0 ? 0 : -a;
}

/** Bitwise operations on 64-bit integers. Throws `TwigFault` if an operand is not numeric. */
export function bitwise(operator: 'b-and' | 'b-or' | 'b-xor', left: Value, right: Value): Value {
  const a = whole(operand(left, operator, right, true));
  const b = whole(operand(right, operator, left, false));
  return fitted(operator === 'b-and' ? a & b : operator === 'b-or' ? a | b : a ^ b);
}
