/** Reads dates in the forms of ISO 8601 that data usually has. It takes a tenth of the time of the parser. */
import type { Moment } from './parse-date.ts';
import { renderZone, type TimeZone, timeZone, toInstant } from './time-zone.ts';

/**
 * Returns the instant and the zone of `2026-05-31`, `2026-05-31 10:30`, `2026-05-31T10:30:00.5Z` or
 * `2026-05-31T10:30:00+02:00`; without a zone it is in that of the render. Returns undefined for everything else, even if the parser
 * understands it, such as days that the month does not have.
 */
export function parseIsoDate(text: string): Moment | undefined {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== minus || text.charCodeAt(7) !== minus) return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // Negated, because the value of characters that are no digits is NaN.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return undefined;
  const date = Date.UTC(year, month - 1, day);
  if (length === 10) return localMoment(date, renderZone());
  const separator = text.charCodeAt(10);
  if ((separator !== letterT && separator !== space) || text.charCodeAt(13) !== colon) return undefined;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  let at = 16;
  let second = 0;
  let fraction = 0;
  if (text.charCodeAt(at) === colon) {
    second = twoDigits(text, at + 1);
    at += 3;
    if (text.charCodeAt(at) === dot) {
      const start = at++;
      while (isDigit(text.charCodeAt(at))) at++;
      if (at === start + 1) return undefined;
      fraction = Number(text.slice(start, at)) * 1000;
    }
  }
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  const zone = at === length ? renderZone() : zoneAt(text, at);
  if (zone === undefined) return undefined;
  const local = date + (((hour * 60 + minute) * 60 + second) * 1000 + fraction);
  return localMoment(local, zone);
}

/** Text with an offset or without any zone in UTC needs no look at daylight saving time. */
const localMoment = (local: number, zone: TimeZone): Moment => ({
  instant:
    zone.name === 'UTC' || zone.kind === 'offset' ? local - zone.offset(local) : toInstant(local, zone),
  zone,
});

const minus = '-'.charCodeAt(0);
const dot = '.'.charCodeAt(0);
const colon = ':'.charCodeAt(0);
const space = ' '.charCodeAt(0);
const letterT = 'T'.charCodeAt(0);

const isDigit = (code: number) => code >= 48 && code <= 57;

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const offsets = new Map<string, TimeZone>();
/** All quarters of an hour from -12:00 to +14:00, in two forms. */
const maxOffsets = 250;

/** Returns the zone that the text ends with: `Z`, or an offset such as `+02:00` or `+0200`. All have a fixed offset. */
function zoneAt(text: string, at: number): TimeZone | undefined {
  const name = text.slice(at);
  const known = offsets.get(name);
  if (known) return known;
  if (!/^(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/.test(name)) return undefined;
  const zone = timeZone(name);
  if (offsets.size < maxOffsets) offsets.set(name, zone);
  return zone;
}
