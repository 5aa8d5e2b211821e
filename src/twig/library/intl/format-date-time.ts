/**
 * The filters `format_date`, `format_time` and `format_datetime`. The words of a style are those of Node's Intl, and the names
 * in a pattern those of `date-names.ts`.
 */

import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';
import { toDate } from '../date/to-date.ts';
import { formatIcu } from '../strings/icu-pattern.ts';
import { dateTimeFormat } from './formatters.ts';
import { toLocale } from './locale.ts';

type Length = 'full' | 'long' | 'medium' | 'short';

/**
 * How long a date or time is written. If `isRelative` is set, days close to the clock of the render are written as a
 * word (`tomorrow`).
 */
interface Style {
  readonly length: Length;
  readonly isRelative: boolean;
}

const given = (value: Value) => value !== undefined && value !== null && value !== '';

const lengths = ['none', 'short', 'medium', 'long', 'full'];

/**
 * Parses the name of a style. Returns undefined for `none`. Throws `TwigFault` for an unknown name. Only dates may be
 * relative.
 */
export function toStyle(value: Value, fallback: Length, what: 'date' | 'time'): Style | undefined {
  const name = given(value) ? toText(value) : fallback;
  const isRelative = what === 'date' && name.startsWith('relative_');
  const length = isRelative ? name.slice('relative_'.length) : name;
  if (!lengths.includes(length) || (isRelative && length === 'none')) {
    const relative = what === 'date' ? lengths.slice(1).map((each) => `relative_${each}`) : [];
    throw new TwigFault(
      `Unknown ${what} format "${name.slice(0, 40)}" (valid ones: ${[...lengths, ...relative].join(', ')}).`,
    );
  }
  return length === 'none' ? undefined : { length: length as Length, isRelative };
}

/**
 * Formats a date by an ICU pattern if one is given, otherwise by the styles. A style of undefined leaves out the date
 * or the time. Throws `TwigFault` for a value that is not a date.
 */
export function formatDateTime(
  runtime: Runtime,
  value: Value,
  dateStyle: Style | undefined,
  timeStyle: Style | undefined,
  pattern: Value,
  zone: Value,
  locale: Value,
): string {
  const tag = toLocale(locale);
  const date = toDate(runtime, value, zone === undefined ? null : zone);
  if (given(pattern)) return runtime.built(formatIcu(date.instant, date.zone, toText(pattern), tag));
  if (!dateStyle && !timeStyle) return formatIcu(date.instant, date.zone, 'yyyyMMdd hh:mm a', tag);
  const timeZone = date.zone.name === 'Z' ? 'UTC' : date.zone.name;
  const write = (options: Intl.DateTimeFormatOptions) =>
    withIcuSpaces(dateTimeFormat(tag, { ...options, timeZone }).format(date.instant), tag);
  const dateOptions: Intl.DateTimeFormatOptions = dateStyle ? { dateStyle: dateStyle.length } : {};
  const timeOptions: Intl.DateTimeFormatOptions = timeStyle ? { timeStyle: timeStyle.length } : {};
  if (!dateStyle?.isRelative) return write({ ...dateOptions, ...timeOptions });
  const shownDate =
    relativeDay(Number(date.instant), runtime.now.getTime(), timeZone, tag) ?? write(dateOptions);
  if (!timeStyle) return shownDate;
  // ICU joins a relative date and a time without the "at" of a long date.
  const joining = dateStyle.length === 'short' ? 'short' : 'medium';
  const [joinedDate, joinedTime] = [write({ dateStyle: joining }), write({ timeStyle: 'short' })];
  const [before = '', between = ', ', after = ''] = aroundBoth(
    write({ dateStyle: joining, timeStyle: 'short' }),
    joinedDate,
    joinedTime,
  );
  return `${before}${shownDate}${between}${write(timeOptions)}${after}`;
}

const day = 86_400_000;

/**
 * Returns `yesterday`, `today`, `tomorrow` and other days for which a language has a word (German `übermorgen`),
 * counted by the calendar of the zone. Returns undefined for any other day. Both instants are in milliseconds.
 */
function relativeDay(date: number, now: number, timeZone: string, locale: string): string | undefined {
  if (Math.abs(date - now) > 5 * day) return undefined;
  const difference = Math.round((midnight(date, timeZone) - midnight(now, timeZone)) / day);
  const parts = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).formatToParts(difference, 'day');
  const hasNumber = parts.some((part) => part.type === 'integer');
  return hasNumber ? undefined : parts.map(({ value }) => value).join('');
}

function midnight(instant: number, timeZone: string): number {
  const options = { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const parts = dateTimeFormat('en', options).formatToParts(instant);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'));
}

/**
 * Returns the text before, between and after a date and a time, or an empty list if they do not occur in this order.
 */
function aroundBoth(text: string, date: string, time: string): string[] {
  const from = text.indexOf(date);
  const to = text.indexOf(time, from + date.length);
  if (from < 0 || to < 0) return [];
  return [text.slice(0, from), text.slice(from + date.length, to), text.slice(to + time.length)];
}

/** Replaces V8's plain space by ICU's narrow no-break space. */
function withIcuSpaces(text: string, tag: string): string {
  if (tag.startsWith('en')) return text.replace(/ (?=[ap]\.?m\b)/i, '\u202f');
  return /^(?:ru|uk|bg)/.test(tag) ? text.replace(/ (?=[гр]\.)/, '\u202f') : text;
}
