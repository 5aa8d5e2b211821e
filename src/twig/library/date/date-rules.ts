/** The date formats that PHP understands: https://www.php.net/manual/datetime.formats.php. */
import { TwigFault } from '../../errors.ts';
import type { DateParts } from './date-parts.ts';
import { dateWord, days, months, ordinals } from './date-words.ts';
import { addRelative, startOfDay } from './relative-date.ts';
import { findTimeZone } from './time-zone.ts';

type Groups = Readonly<Record<string, string | undefined>>;

export interface DateRule {
  readonly expression: RegExp;
  readonly apply: (parts: DateParts, groups: Groups) => void;
}

const rule = (source: string, apply: DateRule['apply']): DateRule => ({
  expression: new RegExp(source, 'iy'),
  apply,
});

const space = '[ \\t]+';
const gap = '[ \\t.-]*';
const hour24 = '(?<hour>[01]?\\d|2[0-4])';
const hour24Full = '(?<hour>[01]\\d|2[0-4])';
const hour12 = '(?<hour>0?[1-9]|1[0-2])';
const half = '[ \\t]*(?<half>[ap])\\.?m\\.?(?![a-z])';
const minute = '(?<minute>[0-5]?\\d)';
const minuteFull = '(?<minute>[0-5]\\d)';
const second = '(?<second>60|[0-5]?\\d)';
const secondFull = '(?<second>60|[0-5]\\d)';
const fraction = '[.,:](?<fraction>\\d+)';
const clock = `${hour24}[:.]${minute}(?:[:.]${second}(?:${fraction})?)?`;

const month = '(?<month>1[0-2]|0?\\d)';
const monthFull = '(?<month>1[0-2]|0\\d)';
const day = '(?<day>3[01]|[0-2]?\\d)(?:st|nd|rd|th)?';
const plainDay = '(?<day>3[01]|[0-2]?\\d)';
const dayFull = '(?<day>3[01]|[0-2]\\d)';
const year = '(?<year>\\d{1,4})';
const year4 = '(?<year>\\d{4})';
const monthName = `(?<name>${dateWord.month})`;
/** Separators that may follow a day without a year. */
const afterDay = '(?:[,.stndrh\\t ]+|$)';

function setDate(parts: DateParts, { year: yearText, month: monthText, name, day: dayText }: Groups): void {
  if (parts.given.date) throw new TwigFault('');
  parts.given.date = true;
  if (yearText !== undefined) parts.year = fullYear(yearText);
  parts.month = name === undefined ? Number(monthText) : (months.get(name.toLowerCase()) as number);
  if (dayText !== undefined) parts.day = Number(dayText);
}

/** Years with one or two digits lie between 1970 and 2069. */
function fullYear(text: string): number {
  const number = Number(text);
  if (text.length > 2) return number;
  return number < 70 ? number + 2000 : number + 1900;
}

function setTime(parts: DateParts, groups: Groups): void {
  if (parts.given.time) throw new TwigFault('');
  parts.given.time = true;
  let hour = Number(groups.hour);
  if (groups.half !== undefined) hour = (hour % 12) + (/p/i.test(groups.half) ? 12 : 0);
  const seconds = hour * 3600 + Number(groups.minute ?? 0) * 60 + Number(groups.second ?? 0);
  parts.time = seconds * 1000 + (groups.fraction ? Number(`0.${groups.fraction}`) * 1000 : 0);
}

function setMoment(parts: DateParts, groups: Groups): void {
  setDate(parts, groups);
  setTime(parts, groups);
}

/** Sets the date to the first day of the named month. */
const setMonth: DateRule['apply'] = (parts, groups) => setDate(parts, { ...groups, day: '1' });

const setWeek: DateRule['apply'] = (parts, { year: text, week, weekday }) => {
  setDate(parts, { year: text, month: '1', day: '1' });
  const fourth = new Date(Date.UTC(Number(text), 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
  parts.day = monday + (Number(week) - 1) * 7 + Number(weekday ?? 1) - 1;
};

const words: readonly DateRule[] = [
  rule('now', () => {}),
  rule('today|midnight', startOfDay),
  rule('noon', (parts) => {
    startOfDay(parts);
    setTime(parts, { hour: '12' });
  }),
  rule('tomorrow', (parts) => {
    startOfDay(parts);
    parts.relative.day += 1;
  }),
  rule('yesterday', (parts) => {
    startOfDay(parts);
    parts.relative.day -= 1;
  }),
  rule(`@(?<stamp>-?\\d{1,14})(?:\\.(?<fraction>\\d{1,6}))?`, (parts, { stamp, fraction: part }) => {
    parts.instant = Number(stamp) * 1000 + (part ? Number(`0.${part}`) * 1000 : 0);
  }),
  rule(`(?<edge>first|last) day of`, (parts, { edge }) => {
    parts.edge = edge?.toLowerCase() === 'first' ? 'first' : 'last';
  }),
  rule(`(?<edge>back|front) of ${hour24}(?:${half})?`, (parts, { edge, hour, half: side }) => {
    // `back of` is a quarter past the hour, `front of` a quarter to it.
    const back = edge?.toLowerCase() === 'back';
    setTime(parts, { hour, half: side, minute: back ? '15' : '-15' });
  }),
  rule(`(?<count>${dateWord.ordinal})${space}(?<weekday>${dateWord.day})${space}of`, (parts, groups) => {
    parts.nth = {
      count: ordinals.get(groups.count?.toLowerCase() ?? '') ?? 1,
      day: days.get(groups.weekday?.toLowerCase() ?? '') ?? 0,
    };
    startOfDay(parts);
  }),
];

const times: readonly DateRule[] = [
  rule(`${hour12}(?:[:.]${minute}(?:[:.]${second})?)?${half}`, setTime),
  rule(`t?${clock}`, setTime),
  rule(`t${hour24}(?![:.\\d])`, setTime),
  rule(`(?:t${hour24Full}${minuteFull}${secondFull})`, setTime),
  rule(`t?${hour24Full}${minuteFull}`, (parts, groups) => {
    // Four digits are a time first, and a year if a date or time is already set.
    if (!parts.given.time && !parts.given.date) setTime(parts, groups);
    else parts.year = Number(`${groups.hour}${groups.minute}`);
  }),
];

const dates: readonly DateRule[] = [
  rule(`${month}/${plainDay}`, setDate),
  rule(`${month}/${plainDay}/${year}`, setDate),
  rule(`${year4}/${month}/${plainDay}/?`, setDate),
  rule(`(?<year>[+-]?\\d{4})-${monthFull}-${dayFull}`, setDate),
  rule(`${year}-${month}-${plainDay}`, setDate),
  rule(`${year4}-${month}`, setMonth),
  rule(`${plainDay}[.\\t-]${month}[.-]${year4}`, setDate),
  rule(`${plainDay}[.\\t]${month}\\.(?<year>\\d{2})`, setDate),
  rule(`${day}${gap}${monthName}${gap}${year}`, setDate),
  rule(`${monthName}${gap}${year4}`, setMonth),
  rule(`${year4}${gap}${monthName}`, setMonth),
  rule(`${monthName}${gap}${plainDay}[,.stndrh\\t ]+${year}`, setDate),
  rule(`${monthName}${gap}${plainDay}${afterDay}`, setDate),
  rule(`${day}${gap}${monthName}`, setDate),
  rule(`${year4}${monthFull}${dayFull}`, setDate),
  rule(`(?<name>${dateWord.shortMonth})-${dayFull}-${year}`, setDate),
  rule(`${year}-(?<name>${dateWord.shortMonth})-${dayFull}`, setDate),
  rule(`(?<name>${dateWord.namedMonth})`, setDate),
  rule(`${year4}-?W(?<week>[0-4]\\d|5[0-3])(?:-?(?<weekday>[0-7]))?`, setWeek),
  rule(`${year4}[.-]?(?<day>36[0-6]|3[0-5]\\d|[0-2]\\d\\d)`, (parts, { year: text, day: count }) =>
    setDate(parts, { year: text, month: '1', day: count }),
  ),
  rule(year4, (parts, { year: text }) => {
    parts.year = Number(text);
  }),
];

const moments: readonly DateRule[] = [
  rule(`${year4}-${month}-${plainDay}T${clock}`, setMoment),
  rule(`${year4}${monthFull}${dayFull}T${hour24Full}:?${minuteFull}:?${secondFull}`, setMoment),
  rule(`${year4}:${monthFull}:${dayFull} ${hour24Full}:${minuteFull}:${secondFull}`, setMoment),
  rule(`${monthName}${gap}${plainDay}[,.stndrh\\t ]+${clock}`, setMoment),
  rule(
    `${plainDay}/(?<name>${dateWord.shortMonth})/${year4}:${hour24Full}:${minuteFull}:${secondFull}`,
    setMoment,
  ),
];

const shifts: readonly DateRule[] = [
  rule(`(?<count>${dateWord.ordinal})${space}(?<unit>${dateWord.unit})`, (parts, { count, unit }) => {
    const amount = ordinals.get(count?.toLowerCase() ?? '') ?? 1;
    if (unit?.toLowerCase() !== 'week') {
      return addRelative(parts, amount, unit ?? '', { behavior: amount === 0 ? 1 : 0, keepTime: false });
    }
    parts.relative.day += amount * 7;
    // Without a weekday, it means the Monday of that week.
    parts.weekday = { day: parts.weekday?.day ?? 1, behavior: 2 };
    parts.weekWanted = true;
  }),
  rule(
    `(?<sign>[+-]*)[ \\t]*(?<amount>\\d{1,13})[ \\t]*(?<unit>${dateWord.unit})`,
    (parts, { sign, amount, unit }) => {
      const negative = (sign ?? '').split('-').length % 2 === 0;
      addRelative(parts, negative ? -Number(amount) : Number(amount), unit ?? '', {
        behavior: 1,
        keepTime: true,
      });
    },
  ),
  rule('ago', (parts) => {
    const { relative, weekday } = parts;
    relative.year *= -1;
    relative.month *= -1;
    relative.day *= -1;
    relative.weekdays *= -1;
    relative.milliseconds *= -1;
    if (weekday) weekday.day *= -1;
  }),
  rule(`(?<weekday>${dateWord.day})s?`, (parts, { weekday }) => {
    startOfDay(parts);
    const behavior = parts.weekWanted ? 2 : 1;
    parts.weekday = { day: days.get(weekday?.toLowerCase() ?? '') ?? 0, behavior };
  }),
];

const zones: readonly DateRule[] = [
  rule(
    '(?<offset>(?:gmt|utc)?[+-](?:(?:2[0-4]|[01]?\\d):?(?:[0-5]?\\d)?(?::[0-5]\\d)?))|\\(?(?<zone>[a-z]+(?:[/_-][a-z]+)+|[a-z]{1,6})\\)?',
    (parts, { offset, zone }) => {
      if (parts.given.zone) throw new TwigFault('');
      const found = findTimeZone(offset ?? zone ?? '');
      if (!found) throw new TwigFault('');
      parts.given.zone = true;
      parts.zone = found;
    },
  ),
];

/** All rules. If two rules match equally long text, the first one wins. */
export const dateRules: readonly DateRule[] = [...words, ...moments, ...times, ...dates, ...shifts, ...zones];
