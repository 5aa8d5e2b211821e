import { expect, it } from 'vitest';
import { formatPdfDate, parsePdfDate } from '../../../src/pdf/pdf-date.ts';

it('writes UTC to the second', () => {
  expect(formatPdfDate(new Date('2026-01-31T12:34:56.789Z'))).toBe("D:20260131123456+00'00'");
});

it.each([
  ["D:20260131123456+00'00'", '2026-01-31T12:34:56.000Z'],
  ["D:20260131123456-05'30'", '2026-01-31T18:04:56.000Z'],
  ["D:20260131123456+02'00", '2026-01-31T10:34:56.000Z'],
  ['D:20260131123456Z', '2026-01-31T12:34:56.000Z'],
  ['D:2026', '2026-01-01T00:00:00.000Z'],
])('reads %s', (text, iso) => {
  expect(parsePdfDate(text)?.toISOString()).toBe(iso);
});

it('returns undefined for a text that is not a date', () => {
  expect(parsePdfDate('yesterday')).toBeUndefined();
});
