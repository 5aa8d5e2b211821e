/** Formats dates by ICU patterns, such as `EEEE d MMMM yyyy`, in the words of a locale. */

import { TwigFault } from '../../errors.ts';
import { dayOfYear, isoWeek } from '../date/format-date.ts';
import { offsetText, type TimeZone } from '../date/time-zone.ts';
import { quarterName, shortDayName } from '../intl/cldr-names.ts';
import { datePart, monthName, type NameForm, weekdayName } from '../intl/date-names.ts';
import { dateTimeFormat, numberFormat } from '../intl/formatters.ts';

/**
 * Formats an instant (milliseconds since 1970) in a zone. Unknown letters stay as they are. Throws `TwigFault` for a
 * pattern of more than 500 characters.
 */
export function formatIcu(instant: number, zone: TimeZone, pattern: string, locale: string): string {
  if (pattern.length > 500) throw new TwigFault('A date pattern has at most 500 characters.');
  const offset = zone.offset(instant);
  const local = new Date(Math.floor(instant + offset));
  // The local date is treated as UTC, so that Intl does not have to support the name of the zone.
  const words = (options: Intl.DateTimeFormatOptions, part: Intl.DateTimeFormatPartTypes) =>
    datePart(local, options, part, locale);
  const number = (value: number, width: number) => localDigits(String(value).padStart(width, '0'), locale);
  const weekday = (width: number, form: NameForm) =>
    (width === 6 ? shortDayName(local.getUTCDay(), locale) : undefined) ??
    weekdayName(local, width === 4 ? 'long' : width === 5 ? 'narrow' : 'short', form, locale);
  const field = (letter: string, width: number): string => {
    const year = local.getUTCFullYear();
    const month = local.getUTCMonth() + 1;
    const hour = local.getUTCHours();
    const length = width === 3 ? 'short' : width === 4 ? 'long' : 'narrow';
    switch (letter) {
      case 'G':
        return words(
          { era: width === 5 ? 'narrow' : width === 4 ? 'long' : 'short', year: 'numeric' },
          'era',
        );
      case 'y':
      case 'u':
        return width === 2 ? number(year % 100, 2) : number(year, width);
      case 'Y':
        return width === 2
          ? number(week(local, locale).year % 100, 2)
          : number(week(local, locale).year, width);
      case 'Q':
      case 'q': {
        const quarter = Math.ceil(month / 3);
        if (width === 3 || width === 4) return localDigits(quarterName(quarter, width === 3, locale), locale);
        return number(quarter, width === 5 ? 1 : width);
      }
      case 'M':
      case 'L':
        if (width < 3) return number(month, width);
        return monthName(local, length, letter === 'M' ? 'inDate' : 'alone', locale);
      case 'w':
        return number(week(local, locale).week, width);
      case 'd':
        return number(local.getUTCDate(), width);
      case 'D':
        return number(dayOfYear(local) + 1, width);
      case 'e':
      case 'c':
        if (width < 3) return number(((local.getUTCDay() - firstDay(locale) + 7) % 7) + 1, width);
        return weekday(width, letter === 'c' ? 'alone' : 'inDate');
      case 'E':
        return weekday(width, 'inDate');
      case 'a':
      case 'b':
      case 'B':
        if (letter === 'B') return words({ hour: 'numeric', hour12: true, dayPeriod: 'long' }, 'dayPeriod');
        if (letter === 'b' && hour === 12 && local.getUTCMinutes() === 0 && locale.startsWith('en'))
          return 'noon';
        return words({ hour: 'numeric', hour12: true }, 'dayPeriod') || (hour < 12 ? 'AM' : 'PM');
      case 'h':
        return number(hour % 12 || 12, width);
      case 'H':
        return number(hour, width);
      case 'K':
        return number(hour % 12, width);
      case 'k':
        return number(hour || 24, width);
      case 'm':
        return number(local.getUTCMinutes(), width);
      case 's':
        return number(local.getUTCSeconds(), width);
      case 'S':
        return number(local.getUTCMilliseconds(), 3).padEnd(width, '0').slice(0, width);
      case 'A':
        return number(local.getTime() - Math.floor(local.getTime() / 86_400_000) * 86_400_000, width);
      case 'V':
        return width === 3 ? (zone.name.split('/').at(-1) ?? '').replaceAll('_', ' ') : zone.name;
      case 'z':
        return zoneWord(instant, zone, locale, width === 4 ? 'long' : 'short');
      case 'v':
        return zoneWord(instant, zone, locale, width === 4 ? 'longGeneric' : 'shortGeneric');
      case 'Z':
        return width === 5
          ? isoOffset(offset, ':')
          : width === 4
            ? `GMT${offset === 0 ? '' : offsetText(offset / 1000, ':')}`
            : offsetText(offset / 1000, '');
      case 'O': {
        if (offset === 0) return 'GMT';
        const full = offsetText(offset / 1000, ':');
        return `GMT${width === 4 ? full : full.replace(/^(.)0/, '$1').replace(':00', '')}`;
      }
      case 'X':
        return width === 1 && offset !== 0
          ? offsetText(offset / 1000, '').replace(/00$/, '')
          : isoOffset(offset, width === 3 || width === 5 ? ':' : '');
      case 'x':
        return offsetText(offset / 1000, width === 3 || width === 5 ? ':' : '');
      default:
        return letter.repeat(width);
    }
  };
  return pattern.replace(
    /''|'((?:[^']|'')*)'|([a-zA-Z])\2*/g,
    (whole, quoted: string | undefined, letter: string) => {
      if (whole === "''") return "'";
      if (quoted !== undefined) return quoted.replaceAll("''", "'");
      return field(letter, whole.length);
    },
  );
}

/** Locale → its digits from 0 to 9, undefined for those of English. */
const knownDigits = new Map<string, readonly string[] | undefined>();
const maxKnownLocales = 200;

/** Replaces the digits of a text by those that a locale writes, for example in Persian. */
function localDigits(text: string, locale: string): string {
  let digits = knownDigits.get(locale);
  if (digits === undefined && !knownDigits.has(locale)) {
    const written = [...numberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
    digits = written[0] === '0' ? undefined : written;
    if (knownDigits.size >= maxKnownLocales) knownDigits.clear();
    knownDigits.set(locale, digits);
  }
  return digits === undefined ? text : text.replace(/[0-9]/g, (digit) => digits[Number(digit)] ?? digit);
}

function isoOffset(offset: number, separator: string): string {
  return offset === 0 ? 'Z' : offsetText(offset / 1000, separator);
}

type WeekInfo = { firstDay: number; minimalDays: number };

/** Returns the first day of the week in the locale (0 is Sunday), or Monday if the runtime does not know it. */
function firstDay(locale: string): number {
  return weekInfo(locale).firstDay % 7;
}

function weekInfo(locale: string): WeekInfo {
  const { language, region } = new Intl.Locale(locale).maximize();
  const about = new Intl.Locale(language, region ? { region } : {}) as Intl.Locale & {
    weekInfo?: Partial<WeekInfo>;
    getWeekInfo?: () => Partial<WeekInfo>;
  };
  const info = about.getWeekInfo?.() ?? about.weekInfo ?? {};
  const european =
    /^(?:AD|AN|AT|AX|BE|BG|CH|CZ|DE|DK|EE|ES|FI|FJ|FO|FR|GB|GF|GG|GI|GP|GR|HU|IE|IM|IS|IT|JE|LI|LT|LU|MC|MQ|NL|NO|PL|PT|RE|RU|SE|SJ|SK|SM|VA)$/;
  // Newer runtimes no longer report how many days make a first week.
  return {
    firstDay: info.firstDay ?? 1,
    minimalDays: info.minimalDays ?? (european.test(region ?? '') ? 4 : 1),
  };
}

/** Returns the week and its year as the locale counts them. */
function week(local: Date, locale: string): { week: number; year: number } {
  const { firstDay: first, minimalDays } = weekInfo(locale);
  if (first === 1 && minimalDays === 4) return isoWeek(local);
  const day = 86_400_000;
  const startOf = (year: number) => {
    const january = Date.UTC(year, 0, 1);
    const before = (new Date(january).getUTCDay() - (first % 7) + 7) % 7;
    return january - before * day + (7 - before >= minimalDays ? 0 : 7 * day);
  };
  let year = local.getUTCFullYear() + 1;
  while (startOf(year) > local.getTime()) year--;
  return { week: Math.floor((local.getTime() - startOf(year)) / (7 * day)) + 1, year };
}

function zoneWord(
  instant: number,
  zone: TimeZone,
  locale: string,
  style: 'short' | 'long' | 'shortGeneric' | 'longGeneric',
): string {
  if (zone.kind === 'offset' && !/^[+-]/.test(zone.name)) return zone.name;
  try {
    const parts = dateTimeFormat(locale, { timeZone: zone.name, timeZoneName: style }).formatToParts(instant);
    return parts.find((each) => each.type === 'timeZoneName')?.value ?? zone.name;
  } catch {
    return zone.abbreviation(instant);
  }
}
