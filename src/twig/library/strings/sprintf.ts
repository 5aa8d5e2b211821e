import { TwigFault } from '../../errors.ts';
import { toFloat, toWhole } from '../../runtime/values/number.ts';
import { numberText } from '../../runtime/values/number-text.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

const directive = /%(?:(\d+)\$)?((?:[-+ 0]|'[\s\S])*)(\d+)?(?:\.(\d+))?(?:l)?([\s\S]?)/gu;
const kinds = 'bcdeEfFgGhHosuxX';
const widest = 100_000;
const maxLength = 10_000_000;

/** Like PHP's sprintf(). Throws `TwigFault` for an invalid format, missing values or a result that is too long. */
export function sprintf(format: string, values: readonly Value[]): string {
  let next = 0;
  let length = 0;
  let copied = 0;
  return format.replace(directive, (whole, position, flags, width, precision, kind) => {
    if (kind === '%') return '%';
    if (kind === '') throw new TwigFault('The format ends within a placeholder.');
    if (!kinds.includes(kind)) throw new TwigFault(`The format has an unknown placeholder: "${whole}".`);
    const index = position === undefined ? next++ : Number(position) - 1;
    if (index < 0 || index >= values.length) {
      throw new TwigFault(
        `The format needs ${index + 1} values, and there are ${values.length}: "${whole}".`,
      );
    }
    const wide = Number(width ?? 0);
    length += wide;
    if (wide > widest || length > widest)
      throw new TwigFault(`The format is wider than ${widest} characters.`);
    const text = convert(values[index], kind, flags, precision === undefined ? null : Number(precision));
    copied += text.length;
    // One long value may be repeated many times: `%1$s%1$s…`.
    if (copied > maxLength) throw new TwigFault(`The format gives more than ${maxLength} characters.`);
    return pad(text, wide, flags, kind);
  });
}

function convert(value: Value, kind: string, flags: string, precision: number | null): string {
  const plus = (number: number) => (flags.includes('+') && number >= 0 ? '+' : '');
  const places = Math.min(precision ?? 6, 53);
  switch (kind) {
    case 'd': {
      const number = toWhole(value);
      return (flags.includes('+') && number >= 0n ? '+' : '') + number;
    }
    case 'u':
      return String(BigInt.asUintN(64, toWhole(value)));
    case 'f':
    case 'F': {
      const number = toFloat(value);
      return plus(number) + fixed(number, places);
    }
    case 'e':
    case 'E': {
      const number = toFloat(value);
      const text = exponential(number, places);
      return plus(number) + (kind === 'E' ? text.toUpperCase() : text);
    }
    case 'g':
    case 'G':
    case 'h':
    case 'H':
      return general(toFloat(value), precision ?? 6, kind === 'G' || kind === 'H');
    case 's': {
      const text = toText(value);
      return precision === null ? text : firstBytes(text, precision);
    }
    case 'c':
      return String.fromCharCode(Number(toWhole(value) & 255n));
    default: {
      const number = BigInt.asUintN(64, toWhole(value));
      const base = kind === 'b' ? 2 : kind === 'o' ? 8 : 16;
      const text = number.toString(base);
      return kind === 'X' ? text.toUpperCase() : text;
    }
  }
}

function fixed(number: number, places: number): string {
  if (!Number.isFinite(number)) return numberText(number).toLowerCase();
  if (Math.abs(number) >= 1e21) return `${BigInt(number)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  return halfEven(number, places);
}

/** Like toFixed, but rounds halves to the even digit. */
function halfEven(number: number, places: number): string {
  const text = number.toFixed(places);
  const longer = number.toFixed(Math.min(100, places + 30));
  if (!/^50*$/.test(longer.slice(longer.indexOf('.') + 1 + places)) || !/[13579]$/.test(text)) return text;
  const lower = longer.slice(0, longer.indexOf('.') + 1 + places);
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Like toExponential, but rounds halves to the even digit. */
function exponential(number: number, places: number): string {
  const text = number.toExponential(places);
  const longer = number.toExponential(Math.min(100, places + 30));
  const point = longer.indexOf('.') + 1 + places;
  const end = longer.indexOf('e');
  if (!/^50*$/.test(longer.slice(point, end)) || !/[13579]e/.test(text)) return text;
  return (places === 0 ? longer.slice(0, longer.indexOf('.')) : longer.slice(0, point)) + longer.slice(end);
}

function general(number: number, precision: number, upper: boolean): string {
  const digits = precision === 0 ? 1 : Math.min(precision, 40);
  const [mantissa, exponentText] = number.toExponential(digits - 1).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= digits) {
    const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
    const text = `${short.includes('.') ? short : `${short}.0`}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
    return upper ? text.toUpperCase() : text;
  }
  const text = number.toFixed(Math.max(0, Math.min(100, digits - 1 - exponent)));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Returns as many whole characters as fit into `maxBytes` bytes. PHP would split the last one. */
function firstBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Widths count bytes, as in PHP. */
function pad(text: string, width: number, flags: string, kind: string): string {
  const missing = width - Buffer.byteLength(text);
  if (missing <= 0) return text;
  const custom = /'([\s\S])/.exec(flags)?.[1];
  const zero = (custom ?? (flags.includes('0') ? '0' : '')) === '0';
  const filler = (custom ?? (zero ? '0' : ' ')).repeat(missing);
  if (flags.replace(/'[\s\S]/g, '').includes('-'))
    return text + (zero && kind !== 's' ? ' '.repeat(missing) : filler);
  if (zero && /^[+-]/.test(text) && kind !== 's') return text[0] + filler + text.slice(1);
  return filler + text;
}
