/** Converts values to the text that is printed. */
import { TwigFault } from '../../errors.ts';
import { isArray } from './array.ts';
import { Sequence } from './sequence.ts';
import { Arrow, Markup, Thing, type Value } from './value.ts';

/** PHP's `(string)` cast of a number: precision 14, exponents as in 1.0E+25. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && value <= 9007199254740991 && value >= -9007199254740991) {
    return value === 0 && 1 / value < 0 ? '-0' : String(value);
  }
  return preciseText(value, 14);
}

/** Rounds ties to the even digit, as PHP does; JavaScript's toExponential rounds them up. */
function exponential(value: number, precision: number): string {
  const rounded = value.toExponential(precision - 1);
  // Fast path: few numbers have that many digits.
  if (String(value).length <= precision) return rounded;
  const [digits = '', exponent] = value.toExponential(50).split('e');
  const cut = digits.indexOf('.') + precision;
  const isInTheMiddle = digits[cut] === '5' && /^0*$/.test(digits.slice(cut + 1));
  return isInTheMiddle && Number(digits[cut - 1]) % 2 === 0 ? `${digits.slice(0, cut)}e${exponent}` : rounded;
}

function preciseText(value: number, precision: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NAN' : value > 0 ? 'INF' : '-INF';
  const [digits, exponentText] = exponential(value, precision).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < precision) {
    const plain = Number(`${digits}e${exponent}`).toFixed(
      Math.max(0, Math.min(100, precision - 1 - exponent)),
    );
    return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
  }
  const mantissa = digits.replace(/\.?0+$/, '');
  const shown = mantissa.includes('.') ? mantissa : `${mantissa}.0`;
  return `${shown}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

/**
 * Returns the text of a value as `{{ value }}` prints it before escaping. Throws `TwigFault` if it cannot be printed.
 */
export function toText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? '1' : '';
    case 'bigint':
      return String(value);
    case 'object': {
      if (value === null) return '';
      if (value instanceof Markup) return value.text;
      if (value instanceof Thing || value instanceof Arrow) {
        const text = value instanceof Thing ? value.text() : null;
        if (text === null) throw new TwigFault(`A ${typeName(value)} cannot be printed.`);
        return text;
      }
      return isArray(value) ? 'Array' : '';
    }
    default:
      return '';
  }
}

/** Returns the text of an argument that must be text. Throws `TwigFault` for lists and mappings, as PHP does. */
export function textArgument(value: Value, user: string): string {
  if (typeof value === 'string') return value;
  if (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Markup) &&
    !(value instanceof Thing)
  ) {
    throw new TwigFault(`${user} takes text, not a ${typeName(value)}.`);
  }
  return toText(value);
}

/** Returns the name of a value's type for messages. */
export function typeName(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string' || value instanceof Markup) return 'text';
  if (Array.isArray(value) || value instanceof Sequence) return 'sequence';
  if (value instanceof Arrow) return 'function';
  if (value instanceof Thing) return value.constructor.name.replace(/^Twig/, '').toLowerCase();
  return 'mapping';
}
