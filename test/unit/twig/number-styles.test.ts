/** The styles of `format_number`, each with a filter of its own, as PHP's intl extension prints them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

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
  ['1234.5678|format_number({max_significant_digits_used: 3})', '1,230'],
  ['1|format_number({min_significant_digits_used: 3})', '1.00'],
  ['1234.5678|format_number({min_significant_digits_used: 3})', '1,234.5678'],
  ['1234.56789|format_number({significant_digits_used: true})', '1,234.57'],
  ['1234.5678|format_number({max_significant_digits_used: 3, significant_digits_used: false})', '1,234.568'],
  ['1234.5678|format_number({max_significant_digits_used: 3, fraction_digit: 2})', '1,230'],
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

it.each([
  ['fr', 'quatre-vingt-quinze'],
  ['fr_CH', 'nonante-cinq'],
  ['fr_BE', 'nonante-cinq'],
  ['fr_CA', 'quatre-vingt-quinze'],
  ['es_AR', 'noventa y cinco'],
  ['it', 'novanta\u00adcinque'],
  ['nl', 'vijf\u00aden\u00adnegentig'],
  ['pl', 'dziewięćdziesiąt pięć'],
  ['tr', 'doksan beş'],
  ['pt_AO', 'noventa e cinco'],
  ['no', 'nitti\u00adfem'],
  ['zh_HK', '九十五'],
])('writes 95 in the words of %s', (locale, words) => {
  expect(render(`95|format_spellout_number(locale='${locale}')`)).toBe(words);
});

it.each([
  ['de', 'dreißig', 'eins Komma fünf'],
  ['de_CH', 'dreissig', 'eins Komma fünf'],
  ['es', 'treinta', 'uno coma cinco'],
  ['es_MX', 'treinta', 'uno punto cinco'],
])('writes 30 and 1.5 in the words of %s', (locale, thirty, fraction) => {
  expect(render(`30|format_spellout_number(locale='${locale}')`)).toBe(thirty);
  expect(render(`1.5|format_spellout_number(locale='${locale}')`)).toBe(fraction);
});

it.each([
  ['ja', '第3'],
  ['ko', '3번째'],
  ['ca', '3r'],
  ['af', '3de'],
  ['bg', '3-ти'],
  ['ro', '3a'],
  ['de_CH', '3.'],
])('writes the ordinal of 3 as in %s', (locale, shown) => {
  expect(render(`3|format_ordinal_number(locale='${locale}')`)).toBe(shown);
});

it('refuses a language whose words or ordinals it does not know, and names it', () => {
  expect(() => render("3|format_ordinal_number(locale='bn')")).toThrow(
    '"ordinal" has no rules for the language "bn"',
  );
  expect(() => render("3|format_spellout_number(locale='so')")).toThrow(
    '"spellout" has no rules for the language "so"',
  );
  expect(() => render('1e15|format_spellout_number')).toThrow('numbers below 10¹⁵');
});

it('knows the languages that docs/twig.md lists', () => {
  const page = readFileSync(new URL('../../../docs/twig.md', import.meta.url), 'utf8');
  const section = page.slice(page.indexOf('Words are there'), page.indexOf('Another language is an error'));
  const [words = '', ordinals = ''] = section.split('Ordinals are there');
  for (const [, locale] of words.matchAll(/`(\w+)`/g))
    expect(render(`1|format_spellout_number(locale='${locale}')`)).not.toBe('');
  for (const [, locale] of ordinals.matchAll(/`(\w+)`/g))
    expect(render(`1|format_ordinal_number(locale='${locale}')`)).not.toBe('');
});

it('rejects the style that has no currency, and names the filter that has one', () => {
  expect(() => render('1|format_currency_number')).toThrow('"format_currency" formats money');
});
