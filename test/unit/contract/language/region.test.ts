/** Locales and time zones as callers write them. */
import { expect, it } from 'vitest';
import { parseLocale, parseTimeZone, timeZoneFault } from '../../../../src/contract/language/region.ts';

it.each([
  ['de-AT', 'de-AT'],
  ['de_at', 'de-AT'],
  ['zh-hant', 'zh-Hant'],
  ['tlh', undefined],
  ['German', undefined],
  ['', undefined],
])('the locale %j is %j', (text, locale) => {
  expect(parseLocale(text)).toBe(locale);
});

it.each([
  ['europe/vienna', 'Europe/Vienna'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['utc', 'UTC'],
  // They have no daylight saving time, or have it only in some programs.
  ['+02:00', undefined],
  ['CET', undefined],
  ['Europe/Viena', undefined],
  ['', undefined],
])('the time zone %j is %j', (text, zone) => {
  expect(parseTimeZone(text)).toBe(zone);
});

it('names the time zone that was probably meant', () => {
  expect(timeZoneFault('Europe/Viena')).toMatch(/Did you mean "Europe\/Vienna"\?$/);
});
