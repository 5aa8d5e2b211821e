/** What people write for a date: PHP's strtotime(), by the formats that its manual lists. */
import { Fault } from '../errors.ts';
import { dayNames, monthNames } from './format-date.ts';
import { findTimeZone, instantOf, type TimeZone } from './time-zone.ts';

interface State {
  year: number | null;
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number;
  second: number;
  milli: number;
  zone: TimeZone | null;
  instant: number | null;
  /** Time of day taken from now only where nothing sets it. */
  resetTime: boolean;
  relative: { year: number; month: number; day: number; weekdays: number; milliseconds: number };
  weekday: { day: number; behavior: 0 | 1 | 2 } | null;
  edge: 'first' | 'last' | null;
  nth: { count: number; day: number } | null;
  /** "this week" was read: a day's name is of that week. */
  weekWanted: boolean;
}

const months = new Map<string, number>();
monthNames.forEach((name, index) => {
  months.set(name.toLowerCase(), index + 1);
  months.set(name.toLowerCase().slice(0, 3), index + 1);
});
months.set('sept', 9);
const roman = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
roman.forEach((name, index) => {
  months.set(name, index + 1);
});

const days = new Map<string, number>();
dayNames.forEach((name, index) => {
  days.set(name.toLowerCase(), index);
  days.set(name.toLowerCase().slice(0, 3), index);
});
for (const [name, day] of [
  ['tues', 2],
  ['wednes', 3],
  ['thur', 4],
  ['thurs', 4],
] as const)
  days.set(name, day);

const ordinals = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['eleventh', 11],
  ['twelfth', 12],
  ['next', 1],
  ['last', -1],
  ['previous', -1],
  ['this', 0],
]);

const alternatives = (names: Iterable<string>) => [...names].sort((a, b) => b.length - a.length).join('|');
const M = `(?<month>${alternatives(months.keys())})\\.?`;
const dayName = alternatives(days.keys());
const T =
  '(?<hour>[01]?\\d|2[0-4])[:.](?<minute>[0-5]?\\d)(?:[:.](?<second>[0-5]?\\d|60)(?:[.,:](?<fraction>\\d{1,9}))?)?';
const unit =
  'msecs?|milliseconds?|ms|microseconds?|microsecs?|µs|usecs?|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|' +
  `fortnights?|forthnights?|months?|mons?|years?|weekdays?|(?:${dayName})s?`;

type Groups = Record<string, string | undefined>;
type Rule = [RegExp, (state: State, groups: Groups) => void];

/** A rule ends where a word or number ends. */
const rule = (source: string, apply: Rule[1]): Rule => [new RegExp(`(?:${source})(?![a-z\\d])`, 'iy'), apply];

/** The name of a time zone may follow at once, as in `14:30Z`. */
const timeRule = (source: string, apply: Rule[1]): Rule => [new RegExp(`(?:${source})(?!\\d)`, 'iy'), apply];

function setDate(state: State, year: number | null, month: number, day: number): void {
  if (month < 1 || month > 12 || day > 31) throw new Fault('');
  state.year = year;
  state.month = month;
  state.day = day;
  state.resetTime = true;
}

function setTime(state: State, groups: Groups): void {
  let hour = Number(groups.hour);
  const half = groups.half?.toLowerCase();
  if (half !== undefined) {
    if (hour > 12) throw new Fault('');
    hour = (hour % 12) + (half.startsWith('p') ? 12 : 0);
  }
  state.hour = hour;
  state.minute = Number(groups.minute ?? 0);
  state.second = Number(groups.second ?? 0);
  state.milli = groups.fraction ? Number(`0.${groups.fraction}`) * 1000 : 0;
}

const fullYear = (text: string): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? year + 2000 : year + 1900;
};

const monthOf = (text: string | undefined) => months.get((text ?? '').toLowerCase()) ?? Number(text);

function midnight(state: State): void {
  state.hour = 0;
  state.minute = 0;
  state.second = 0;
  state.milli = 0;
}

function addRelative(
  state: State,
  amount: number,
  name: string,
  { behavior, keepTime }: { behavior: 0 | 1; keepTime: boolean },
): void {
  const lower = name.toLowerCase();
  const { relative } = state;
  const is = (...units: string[]) => units.some((each) => lower === each || lower === `${each}s`);
  if (is('msec', 'millisecond') || lower === 'ms') relative.milliseconds += amount;
  else if (is('microsecond', 'microsec', 'usec') || lower === 'µs') relative.milliseconds += amount / 1000;
  else if (is('sec', 'second')) relative.milliseconds += amount * 1000;
  else if (is('min', 'minute')) relative.milliseconds += amount * 60_000;
  else if (is('hour')) relative.milliseconds += amount * 3_600_000;
  else if (is('day')) relative.day += amount;
  else if (is('week')) relative.day += amount * 7;
  else if (is('fortnight', 'forthnight')) relative.day += amount * 14;
  else if (is('month', 'mon') && lower !== 'mon') relative.month += amount;
  else if (is('year')) relative.year += amount;
  else if (is('weekday')) relative.weekdays += amount;
  else {
    const day = days.get(lower) ?? days.get(lower.replace(/s$/, ''));
    if (day === undefined) throw new Fault('');
    relative.day += (amount > 0 ? amount - 1 : amount) * 7;
    state.weekday = { day, behavior };
    if (!keepTime) midnight(state);
  }
}

const rules: Rule[] = [
  rule('@(?<stamp>-?\\d{1,14})(?:\\.(?<fraction>\\d{1,6}))?', (state, { stamp, fraction }) => {
    state.instant = Number(stamp) * 1000 + (fraction ? Number(`0.${fraction}`) * 1000 : 0);
  }),
  rule('now', () => {}),
  rule('today|midnight', midnight),
  rule('noon', (state) => {
    midnight(state);
    state.hour = 12;
  }),
  rule('tomorrow', (state) => {
    midnight(state);
    state.relative.day += 1;
  }),
  rule('yesterday', (state) => {
    midnight(state);
    state.relative.day -= 1;
  }),
  rule('(?<edge>first|last) day of', (state, { edge }) => {
    state.edge = edge?.toLowerCase() === 'first' ? 'first' : 'last';
  }),
  rule(
    `(?<count>${alternatives(ordinals.keys())})[ \\t]+(?<day>${dayName})[ \\t]+of`,
    (state, { count, day }) => {
      state.nth = {
        count: ordinals.get(count?.toLowerCase() ?? '') ?? 1,
        day: days.get(day?.toLowerCase() ?? '') ?? 0,
      };
      midnight(state);
    },
  ),
  rule(
    `(?<count>${alternatives(ordinals.keys())})[ \\t]+(?<unit>${unit})`,
    (state, { count, unit: name }) => {
      const amount = ordinals.get(count?.toLowerCase() ?? '') ?? 1;
      if (/^weeks?$/i.test(name ?? '')) {
        state.relative.day += amount * 7;
        // Alone it is the Monday of that week.
        state.weekday = { day: state.weekday?.day ?? 1, behavior: 2 };
        state.weekWanted = true;
        return;
      }
      addRelative(state, amount, name ?? '', { behavior: amount === 0 ? 1 : 0, keepTime: false });
    },
  ),
  // 2024-03-05T14:30:00, with or without fraction
  timeRule(`(?<year>[+-]?\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})T${T}`, (state, groups) => {
    setDate(state, Number(groups.year), Number(groups.m), Number(groups.d));
    setTime(state, groups);
  }),
  timeRule(
    '(?<year>\\d{4})(?<m>\\d{2})(?<d>\\d{2})T(?<hour>\\d{2}):?(?<minute>\\d{2}):?(?<second>\\d{2})?',
    (state, groups) => {
      setDate(state, Number(groups.year), Number(groups.m), Number(groups.d));
      setTime(state, groups);
    },
  ),
  rule('(?<year>[+-]?\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})', (state, { year, m, d }) => {
    setDate(state, Number(year), Number(m), Number(d));
  }),
  rule('(?<year>\\d{4})/(?<m>\\d{1,2})/(?<d>\\d{1,2})', (state, { year, m, d }) => {
    setDate(state, Number(year), Number(m), Number(d));
  }),
  rule('(?<m>\\d{1,2})/(?<d>\\d{1,2})/(?<year>\\d{4}|\\d{2})', (state, { year, m, d }) => {
    setDate(state, fullYear(year ?? ''), Number(m), Number(d));
  }),
  rule('(?<m>\\d{1,2})/(?<d>\\d{1,2})', (state, { m, d }) =>
    setDate(state, state.year, Number(m), Number(d)),
  ),
  rule('(?<d>\\d{1,2})[-.\\t](?<m>\\d{1,2})[-.](?<year>\\d{4})', (state, { year, m, d }) => {
    setDate(state, Number(year), Number(m), Number(d));
  }),
  rule('(?<d>\\d{1,2})\\.(?<m>\\d{1,2})\\.(?<year>\\d{2})(?![\\d:.])', (state, { year, m, d }) => {
    if (Number(m) > 12) throw new Fault('');
    setDate(state, fullYear(year ?? ''), Number(m), Number(d));
  }),
  rule('(?<year>\\d{2})-(?<m>\\d{1,2})-(?<d>\\d{1,2})', (state, { year, m, d }) => {
    setDate(state, fullYear(year ?? ''), Number(m), Number(d));
  }),
  rule('(?<year>\\d{4})-?W(?<week>[0-4]\\d|5[0-3])(?:-?(?<day>[0-7]))?', (state, { year, week, day }) => {
    const fourth = new Date(Date.UTC(Number(year), 0, 4));
    const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
    setDate(state, Number(year), 1, 1);
    state.day = monday + (Number(week) - 1) * 7 + Number(day ?? 1) - 1;
  }),
  rule('(?<year>\\d{4})[.-]?(?<day>[0-3]\\d\\d)(?!\\d)', (state, { year, day }) => {
    setDate(state, Number(year), 1, 1);
    state.day = Number(day);
  }),
  rule('(?<year>\\d{4})(?<m>0\\d|1[0-2])(?<d>[0-3]\\d)', (state, { year, m, d }) => {
    setDate(state, Number(year), Number(m), Number(d));
  }),
  rule('(?<year>\\d{4})-(?<m>0?\\d|1[0-2])', (state, { year, m }) =>
    setDate(state, Number(year), Number(m), 1),
  ),
  rule(
    `(?<d>\\d{1,2})(?:st|nd|rd|th)?[ \\t.-]*${M}[ \\t.,-]*(?<year>\\d{4})`,
    (state, { d, month, year }) => {
      setDate(state, Number(year), monthOf(month), Number(d));
    },
  ),
  rule(
    `${M}[ \\t.-]*(?<d>\\d{1,2})(?:st|nd|rd|th)?[ \\t.,]+(?<year>\\d{4})(?!:)`,
    (state, { d, month, year }) => {
      setDate(state, Number(year), monthOf(month), Number(d));
    },
  ),
  rule(`(?<month>[a-z]{3})-(?<d>\\d{1,2})-(?<year>\\d{4}|\\d{2})`, (state, { d, month, year }) => {
    setDate(state, fullYear(year ?? ''), months.get(month?.toLowerCase() ?? '') ?? 99, Number(d));
  }),
  rule(`(?<year>\\d{4})[-. \\t]*${M}[-. \\t]*(?<d>\\d{1,2})(?!:)`, (state, { d, month, year }) => {
    setDate(state, Number(year), monthOf(month), Number(d));
  }),
  rule(`(?<d>\\d{1,2})[ \\t.-]*${M}[ \\t.,-]+(?<year>\\d{2})(?!:)`, (state, { d, month, year }) => {
    setDate(state, fullYear(year ?? ''), monthOf(month), Number(d));
  }),
  rule(`${M}[ \\t.-]*(?<year>\\d{4})`, (state, { month, year }) =>
    setDate(state, Number(year), monthOf(month), 1),
  ),
  rule(`(?<year>\\d{4})[ \\t.-]*${M}`, (state, { month, year }) =>
    setDate(state, Number(year), monthOf(month), 1),
  ),
  rule(`${M}[ \\t.-]*(?<d>\\d{1,2})(?:st|nd|rd|th)?(?!:)`, (state, { d, month }) => {
    setDate(state, state.year, monthOf(month), Number(d));
  }),
  rule(`(?<d>\\d{1,2})(?:st|nd|rd|th)?[ \\t.-]*${M}`, (state, { d, month }) => {
    setDate(state, state.year, monthOf(month), Number(d));
  }),
  rule(
    `[t]?(?<hour>0?\\d|1[0-2])(?:[:.](?<minute>[0-5]?\\d)(?:[:.](?<second>[0-5]?\\d))?)?[ \\t]*(?<half>[ap]\\.?m\\.?)`,
    setTime,
  ),
  timeRule(`[t]?${T}`, setTime),
  rule(
    `(?<sign>[+-]*)[ \\t]*(?<amount>\\d{1,9})[ \\t]*(?<unit>${unit})`,
    (state, { sign, amount, unit: name }) => {
      const negative = (sign ?? '').split('-').length % 2 === 0;
      addRelative(state, negative ? -Number(amount) : Number(amount), name ?? '', {
        behavior: 1,
        keepTime: true,
      });
    },
  ),
  rule('ago', ({ relative, ...state }) => {
    relative.year *= -1;
    relative.month *= -1;
    relative.day *= -1;
    relative.weekdays *= -1;
    relative.milliseconds *= -1;
    if (state.weekday) state.weekday.day *= -1;
  }),
  rule(`(?<day>${dayName})`, (state, { day }) => {
    midnight(state);
    const behavior = state.weekWanted ? 2 : 1;
    state.weekday = { day: days.get(day?.toLowerCase() ?? '') ?? 0, behavior };
  }),
  rule(M, (state, { month }) => {
    state.month = monthOf(month);
  }),
  rule('(?:gmt|utc)?(?<offset>[+-]\\d{1,2}:?(?:\\d{2})?)', (state, { offset }) => {
    state.zone = findTimeZone(offset ?? '') ?? null;
  }),
  rule('(?<year>\\d{4})(?![-/.]\\d)', (state, { year }) => {
    // Four digits are a time before they are a year, once a date is there.
    const hour = Number(year?.slice(0, 2));
    if (state.day === null && hour < 25 && Number(year?.slice(2)) < 60 && state.month === null) {
      state.hour = hour;
      state.minute = Number(year?.slice(2));
      state.second = 0;
    } else state.year = Number(year);
  }),
  rule('\\(?(?<zone>[a-z]{1,20}(?:[/_-][a-z_]+)*(?:/[a-z_-]+)*)\\)?', (state, { zone }) => {
    const found = findTimeZone(zone ?? '');
    if (!found) throw new Fault('');
    state.zone = found;
  }),
];

/** The instant that a text names, seen from an instant and its zone. */
export function parseDate(text: string, now: number, zone: TimeZone): { instant: number; zone: TimeZone } {
  const source = text.trim();
  if (source.length > 200) throw new Fault('A date is written in at most 200 characters.');
  const state: State = {
    year: null,
    month: null,
    day: null,
    hour: null,
    minute: 0,
    second: 0,
    milli: 0,
    zone: null,
    instant: null,
    resetTime: false,
    relative: { year: 0, month: 0, day: 0, weekdays: 0, milliseconds: 0 },
    weekday: null,
    edge: null,
    nth: null,
    weekWanted: false,
  };
  for (let at = 0; at < source.length; ) {
    if (
      /[ \t\n,;()]/.test(source[at] as string) ||
      (at > 0 && /[.-]/.test(source[at] as string) && !/\d/.test(source[at + 1] ?? ''))
    ) {
      at++;
      continue;
    }
    at = step(source, at, state);
  }
  return resolve(state, now, zone);
}

/** Applies the first rule that matches here; gives the place behind it. */
function step(source: string, at: number, state: State): number {
  for (const [expression, apply] of rules) {
    expression.lastIndex = at;
    const found = expression.exec(source);
    if (!found) continue;
    try {
      apply(state, (found.groups ?? {}) as Groups);
    } catch (error) {
      if (error instanceof Fault) continue;
      throw error;
    }
    return at + found[0].length;
  }
  throw new Fault(
    `"${source.slice(0, 80)}" is not a date that can be read (from "${source.slice(at, at + 20)}" on).`,
  );
}

function resolve(state: State, now: number, defaultZone: TimeZone): { instant: number; zone: TimeZone } {
  const zone = state.zone ?? defaultZone;
  const base = state.instant ?? now;
  const local = new Date(base + (state.instant === null ? zone.offset(base) : 0));
  let year = state.year ?? local.getUTCFullYear();
  let month = state.month ?? local.getUTCMonth() + 1;
  let day = state.day ?? local.getUTCDate();
  let time =
    (local.getUTCHours() * 3600 + local.getUTCMinutes() * 60 + local.getUTCSeconds()) * 1000 +
    local.getUTCMilliseconds();
  if (state.hour !== null) time = (state.hour * 3600 + state.minute * 60 + state.second) * 1000 + state.milli;
  else if (state.resetTime) time = 0;
  const { relative } = state;
  if (state.weekday) day += weekdayShift(state.weekday, relative.day, weekdayOf(year, month, day));
  year += relative.year;
  month += relative.month;
  day += relative.day;
  if (state.edge === 'first') day = 1;
  if (state.edge === 'last') {
    month += 1;
    day = 0;
  }
  if (state.nth) day = nthWeekday(year, month, state.nth);
  if (relative.weekdays !== 0) day = addWeekdays(year, month, day, relative.weekdays);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const wall = date.getTime() + time;
  // Hours and less pass on the clock of the world, days and more on the wall.
  const start = state.instant === null ? instantOf(wall, zone) : wall;
  return {
    instant: start + relative.milliseconds,
    zone: state.instant === null ? zone : (state.zone ?? findTimeZone('+00:00') ?? zone),
  };
}

function weekdayOf(year: number, month: number, day: number): number {
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
    return last - ((weekdayOf(year, month, last) - nth.day + 7) % 7) + (nth.count + 1) * 7;
  }
  return 1 + ((nth.day - weekdayOf(year, month, 1) + 7) % 7) + (nth.count - 1) * 7;
}

function addWeekdays(year: number, month: number, start: number, count: number): number {
  const sign = count < 0 ? -1 : 1;
  const left = Math.min(Math.abs(count), 100_000);
  // Five working days are a week.
  let day = start + sign * Math.floor(left / 5) * 7;
  for (let rest = left % 5; rest > 0; ) {
    day += sign;
    const weekday = weekdayOf(year, month, day);
    if (weekday !== 0 && weekday !== 6) rest--;
  }
  return day;
}
