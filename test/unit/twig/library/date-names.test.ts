/** The names in patterns of dates, as ICU writes them, and the calendar of all dates. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/twig/index.ts';
import { localeCodes } from '../../../../src/twig/library/intl/iso-codes.ts';

const write = (d: string, pattern: string, locale: string) =>
  compile('{{ d|format_date(pattern: pattern, locale: locale) }}').render({ d, pattern, locale });

it.each([
  ['cs', '4 bře 2026'],
  ['sk', '4 mar 2026'],
  ['fi', '4 maalisk. 2026'],
  ['bg', '4 март 2026'],
  ['lt', '4 kov. 2026'],
  ['pt_PT', '4 mar. 2026'],
  ['de', '4 März 2026'],
  ['ja', '4 3月 2026'],
  ['zh', '4 3月 2026'],
])('a short month has a name in %s', (locale, shown) => {
  expect(write('2026-03-04', 'd MMM y', locale)).toBe(shown);
});

it.each([
  ['ja', '3月 2026', '3月'],
  ['zh', '三月 2026', '三月'],
  ['zh_TW', '3月 2026', '3月'],
  ['pl', 'marca 2026', 'marzec'],
  ['el', 'Μαρτίου 2026', 'Μάρτιος'],
  ['bg', 'март 2026', 'март'],
])('a long month in %s has a form beside a day and one alone', (locale, beside, alone) => {
  expect(write('2026-03-04', 'MMMM y', locale)).toBe(beside);
  expect(write('2026-03-04', 'LLLL', locale)).toBe(alone);
});

it.each([
  ['bg', 'март', 'м'],
  ['lt', 'kov.', 'K'],
  ['cs', 'bře', '3'],
  ['ja', '3月', '3'],
])('a month alone is short or narrow in %s', (locale, short, narrow) => {
  expect(write('2026-03-04', 'LLL', locale)).toBe(short);
  expect(write('2026-03-04', 'MMMMM', locale)).toBe(narrow);
});

it('no language of CLDR writes the name of a month as a bare number', () => {
  const bare = /^[\p{Nd}.\s]+$/u;
  const found = localeCodes
    .split(' ')
    .filter((locale) => !/_[A-Z]{2}$|_\d{3}$/.test(locale))
    .flatMap((locale) =>
      ['MMM', 'MMMM', 'LLL', 'LLLL']
        .map((pattern) => [locale, pattern, write('2026-03-04', pattern, locale)] as const)
        .filter(([, , name]) => bare.test(name)),
    );
  expect(found).toEqual([]);
});

it.each([
  ['de', 'Mi., 4. März', 'Mittwoch'],
  ['de_AT', 'Mi., 4. März', 'Mittwoch'],
  ['fi', 'ke, 4. maalisk.', 'keskiviikkona'],
  ['en', 'Wed, 4. Mar', 'Wednesday'],
  ['fr', 'mer., 4. mars', 'mercredi'],
])('days have the form beside a date in %s', (locale, short, long) => {
  expect(write('2026-03-04', 'EEE, d. MMM', locale)).toBe(short);
  expect(write('2026-03-04', 'EEEE', locale)).toBe(long);
});

it.each([
  ['de', 'Mi', 'Mi.', 'Mittwoch'],
  ['fi', 'ke', 'ke', 'keskiviikko'],
  ['pl', 'śr.', 'śro', 'środa'],
  ['en', 'Wed', 'We', 'Wednesday'],
  ['es', 'mié', 'MI', 'miércoles'],
])('days have forms of their own alone and in the head of a calendar in %s', (locale, alone, short, long) => {
  expect(write('2026-03-04', 'ccc', locale)).toBe(alone);
  expect(write('2026-03-04', 'EEEEEE', locale)).toBe(short);
  expect(write('2026-03-04', 'cccc', locale)).toBe(long);
});

it.each([
  ['en', 'Q2', '2nd quarter'],
  ['de', 'Q2', '2. Quartal'],
  ['fr', 'T2', '2e trimestre'],
  ['es', 'T2', '2.º trimestre'],
  ['es_MX', 'T2', '2.º trimestre'],
  ['pt_BR', 'T2', '2º trimestre'],
  ['pt_AO', 'T2', '2.º trimestre'],
  ['pl', 'II kw.', 'II kwartał'],
  ['ro', 'trim. II', 'trimestrul al II-lea'],
  ['ru', '2-й кв.', '2-й квартал'],
  ['sr_Latn', '2. kv.', 'drugi kvartal'],
  ['ko', '2분기', '제 2/4분기'],
  ['zh_HK', 'Q2', '第2季'],
  ['fa', 'س‌م۲', 'سه‌ماههٔ دوم'],
])('quarters have names in %s', (locale, short, long) => {
  expect(write('2026-05-31', 'QQQ', locale)).toBe(short);
  expect(write('2026-05-31', 'QQQQ', locale)).toBe(long);
});

it('a narrow quarter is its number', () => {
  expect(write('2026-05-31', 'Q QQ QQQQQ', 'pl')).toBe('2 02 2');
});

describe('the calendar is Gregorian, whatever the locale', () => {
  it.each([
    ['th', '4 มีนาคม 2026', '4 มีนาคม'],
    ['fa', '۴ مارس ۲۰۲۶', '۴ مارس ۲۰۲۶'],
    ['ar_SA', '4 مارس 2026', '٤ مارس ٢٠٢٦'],
  ])('%s', (locale, pattern, style) => {
    const digits = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
    expect(digits(write('2026-03-04', 'd MMMM y', locale))).toBe(digits(pattern));
    const long = compile("{{ '2026-03-04'|format_date('long', locale: locale) }}").render({ locale });
    expect(digits(long)).toContain(digits(style));
    expect(long).not.toMatch(/2569|۱۴۰۴|١٤٤٧|1447/);
  });
});

it('numbers of a pattern are written in the digits of the locale', () => {
  expect(write('2026-03-04', 'dd/MM/yyyy, w', 'fa')).toBe('۰۴/۰۳/۲۰۲۶, ۱۰');
  expect(write('2026-03-04', 'dd/MM/yyyy, w', 'de')).toBe('04/03/2026, 10');
});
