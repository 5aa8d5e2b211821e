/** Numbers in the counter styles that CSS has names for (css-counter-styles 3, 6). */

const roman: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const symbols: Readonly<Record<string, string>> = { disc: '•', circle: '◦', square: '▪', none: '' };

const letters = 'abcdefghijklmnopqrstuvwxyz';
const greek = 'αβγδεζηθικλμνξοπρστυφχψω';

/**
 * A number outside of the range of its style, and one of a style without a meaning here, is decimal.
 *
 * @example
 * counterText(4, 'lower-roman'); // 'iv'
 */
export function counterText(value: number, style: string): string {
  switch (style.toLowerCase()) {
    case 'decimal-leading-zero':
      return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(2, '0')}`;
    case 'lower-roman':
      return toRoman(value);
    case 'upper-roman':
      return toRoman(value).toUpperCase();
    case 'lower-alpha':
    case 'lower-latin':
      return toAlphabetic(value, letters);
    case 'upper-alpha':
    case 'upper-latin':
      return toAlphabetic(value, letters).toUpperCase();
    case 'lower-greek':
      return toAlphabetic(value, greek);
    default:
      return symbols[style.toLowerCase()] ?? String(value);
  }
}

function toRoman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [number, letter] of roman) {
    text += letter.repeat(Math.floor(rest / number));
    rest %= number;
  }
  return text;
}

function toAlphabetic(value: number, alphabet: string): string {
  if (value < 1) return String(value);
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / alphabet.length)) {
    text = alphabet.charAt((rest - 1) % alphabet.length) + text;
  }
  return text;
}
