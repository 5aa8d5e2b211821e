/** The styles of `format_number`, each with a filter of its own, as PHP's intl extension prints them. */
import { expect, it } from 'vitest';
import { compile } from '../../../../src/core/twig/index.ts';

const render = (expression: string) => compile(`{{ ${expression} }}`).render({});

it.each([
  ['1234.5|format_decimal_number', '1,234.5'],
  ["1234.5|format_decimal_number(locale='de')", '1.234,5'],
  ['1234.5678|format_decimal_number({fraction_digit: 1})', '1,234.6'],
  ['1234.5|format_scientific_number', '1.2345E3'],
  ["'0.256'|format_scientific_number", '2.56E-1'],
  ['0|format_scientific_number', '0E0'],
  ['21|format_ordinal_number', '21st'],
  ['-3|format_ordinal_number', '-3'],
  ["3|format_ordinal_number(locale='fr')", '3e'],
  ["12|format_spellout_number(locale='fr')", 'douze'],
  ["5|format_spellout_number(locale='de')", 'fünf'],
])('prints {{ %s }} as %s', (expression, expected) => {
  expect(render(expression)).toBe(expected);
});

it.each([
  ['1.5', '2nd'],
  ['2.5', '2nd'],
  ['1234.5', '1,234th'],
  ['1234.51', '1,235th'],
  ["'0.256'", '0th'],
])('rounds half to even for the ordinal of %s: %s', (number, expected) => {
  expect(render(`${number}|format_ordinal_number`)).toBe(expected);
});

it('rejects the style that has no currency, and names the filter that has one', () => {
  expect(() => render('1|format_currency_number')).toThrow('"format_currency" formats money');
});
