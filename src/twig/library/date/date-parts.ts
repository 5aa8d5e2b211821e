/** The parsed parts of a date, and their resolution to an instant. */
import { findTimeZone, type TimeZone, toInstant } from './time-zone.ts';

export interface DateParts {
  year: number | null;
  month: number | null;
  day: number | null;
  /** Milliseconds since midnight. Null takes the time of day of the reference instant. */
  time: number | null;
  zone: TimeZone | null;
  /** The instant of a timestamp (`@…`), in milliseconds. */
  instant: number | null;
  /** Which parts the text has set. Each may be set only once. */
  readonly given: { date: boolean; time: boolean; zone: boolean };
  readonly relative: { year: number; month: number; day: number; weekdays: number; milliseconds: number };
  /** The target day of the week. Behaviour 0: after today; 1: today or later; 2: in the current week. */
  weekday: { day: number; behavior: 0 | 1 | 2 } | null;
  edge: 'first' | 'last' | null;
  nth: { count: number; day: number } | null;
  /** Whether an expression such as "this week" was read: a weekday then means the day of that week. */
  weekWanted: boolean;
}

export function noParts(): DateParts {
  return {
    year: null,
    month: null,
    day: null,
    time: null,
    zone: null,
    instant: null,
    given: { date: false, time: false, zone: false },
    relative: { year: 0, month: 0, day: 0, weekdays: 0, milliseconds: 0 },
    weekday: null,
    edge: null,
    nth: null,
    weekWanted: false,
  };
}

/** Resolves the parts to an instant. Missing parts are taken from the local time in `defaultZone` at `now`. */
export function resolveDate(
  parts: DateParts,
  now: number,
  defaultZone: TimeZone,
): { instant: number; zone: TimeZone } {
  const zone = parts.zone ?? defaultZone;
  const base = parts.instant ?? now;
  const local = new Date(base + (parts.instant === null ? defaultZone.offset(base) : 0));
  let year = parts.year ?? local.getUTCFullYear();
  let month = parts.month ?? local.getUTCMonth() + 1;
  let day = parts.day ?? local.getUTCDate();
  const clock =
    (local.getUTCHours() * 3600 + local.getUTCMinutes() * 60 + local.getUTCSeconds()) * 1000 +
    local.getUTCMilliseconds();
  const time = parts.time ?? clock;
  const { relative } = parts;
  if (parts.weekday) day += weekdayShift(parts.weekday, relative.day, getWeekday(year, month, day));
  year += relative.year;
  month += relative.month;
  day += relative.day;
  if (parts.edge === 'first') day = 1;
  if (parts.edge === 'last') {
    month += 1;
    day = 0;
  }
  if (parts.nth) day = nthWeekday(year, month, parts.nth);
  if (relative.weekdays !== 0) day = addWeekdays(year, month, day, relative.weekdays);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const wall = date.getTime() + time;
  // Hours and smaller units are elapsed time, days and larger units follow the local calendar.
  const start = parts.instant === null ? toInstant(wall, zone) : wall;
  return {
    instant: start + relative.milliseconds,
    zone: parts.instant === null ? zone : (parts.zone ?? findTimeZone('+00:00') ?? zone),
  };
}

function getWeekday(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}

function weekdayShift(
  wanted: { day: number; behavior: 0 | 1 | 2 },
  relativeDays: number,
  today: number,
): number {
  let { day } = wanted;
  if (wanted.behavior === 2) {
    // Weeks begin on Monday.
    if (today === 0 && day !== 0) day -= 7;
    if (day === 0 && today !== 0) day = 7;
    return day - today;
  }
  if (day < 0) return -(7 - (Math.abs(day) - today));
  let difference = day - today;
  if ((relativeDays < 0 && difference < 0) || (relativeDays >= 0 && difference <= -wanted.behavior))
    difference += 7;
  return difference;
}

function nthWeekday(year: number, month: number, nth: { count: number; day: number }): number {
  if (nth.count < 0) {
    const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
    return last - ((getWeekday(year, month, last) - nth.day + 7) % 7) + (nth.count + 1) * 7;
  }
  return 1 + ((nth.day - getWeekday(year, month, 1) + 7) % 7) + (nth.count - 1) * 7;
}

function addWeekdays(year: number, month: number, start: number, count: number): number {
  const sign = count < 0 ? -1 : 1;
  const left = Math.min(Math.abs(count), 100_000);
  // Five working days make up one week.
  let day = start + sign * Math.floor(left / 5) * 7;
  for (let rest = left % 5; rest > 0; ) {
    day += sign;
    const weekday = getWeekday(year, month, day);
    if (weekday !== 0 && weekday !== 6) rest--;
  }
  return day;
}
