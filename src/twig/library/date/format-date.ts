/** The letters of PHP's `date()`, always in English, for the filter `date`. `format_date` is in `intl/format-date-time.ts`. */
import { isSummer, offsetText, type TimeZone } from './time-zone.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const two = (value: number) => String(value).padStart(2, '0');

/** Returns the ISO 8601 week and its year. */
export function isoWeek(local: Date): { week: number; year: number } {
  const thursday = new Date(local);
  thursday.setUTCDate(local.getUTCDate() + 3 - ((local.getUTCDay() + 6) % 7));
  const year = thursday.getUTCFullYear();
  const firstOfYear = new Date(0);
  firstOfYear.setUTCFullYear(year, 0, 1);
  firstOfYear.setUTCHours(
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
    local.getUTCMilliseconds(),
  );
  return { week: 1 + Math.floor((thursday.getTime() - firstOfYear.getTime()) / 604_800_000), year };
}

/** Returns the day of the year. 1 January is 0. */
export function dayOfYear(local: Date): number {
  const first = new Date(0);
  first.setUTCFullYear(local.getUTCFullYear(), 0, 1);
  return Math.floor((local.getTime() - first.getTime()) / 86_400_000);
}

function yearText(year: number): string {
  return year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
}

function ordinal(day: number): string {
  if (day % 10 === 1 && day !== 11) return 'st';
  if (day % 10 === 2 && day !== 12) return 'nd';
  return day % 10 === 3 && day !== 13 ? 'rd' : 'th';
}

/**
 * Formats a date like PHP's date(): each letter is one part of the date, and a backslash escapes the next character.
 * `instant` is in milliseconds since 1970.
 */
export function formatDate(instant: number, zone: TimeZone, pattern: string): string {
  const offset = zone.offset(instant);
  // A date whose UTC parts are the local ones.
  const local = new Date(Math.floor(instant + offset));
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth();
  const day = local.getUTCDate();
  const hours = local.getUTCHours();
  const micro = Math.floor((((instant % 1000) + 1000) % 1000) * 1000);
  const nested = (inner: string) => formatDate(instant, zone, inner);
  let result = '';
  for (let i = 0; i < pattern.length; i++) {
    const letter = pattern[i] as string;
    switch (letter) {
      case 'd':
        result += two(day);
        break;
      case 'D':
        result += dayNames[local.getUTCDay()]?.slice(0, 3);
        break;
      case 'j':
        result += day;
        break;
      case 'l':
        result += dayNames[local.getUTCDay()];
        break;
      case 'N':
        result += local.getUTCDay() || 7;
        break;
      case 'S':
        result += ordinal(day);
        break;
      case 'w':
        result += local.getUTCDay();
        break;
      case 'z':
        result += dayOfYear(local);
        break;
      case 'W':
        result += two(isoWeek(local).week);
        break;
      case 'F':
        result += monthNames[month];
        break;
      case 'm':
        result += two(month + 1);
        break;
      case 'M':
        result += monthNames[month]?.slice(0, 3);
        break;
      case 'n':
        result += month + 1;
        break;
      case 't':
        result += new Date(Date.UTC(2000 + (year % 400), month + 1, 0)).getUTCDate();
        break;
      case 'L':
        result += new Date(Date.UTC(2000 + (year % 400), 1, 29)).getUTCDate() === 29 ? 1 : 0;
        break;
      case 'o':
        result += isoWeek(local).year;
        break;
      case 'Y':
        result += yearText(year);
        break;
      case 'x':
        result += year > 9999 ? `+${year}` : yearText(year);
        break;
      case 'X':
        result += year < 0 ? yearText(year) : `+${yearText(year)}`;
        break;
      case 'y':
        result += two(((year % 100) + 100) % 100);
        break;
      case 'a':
        result += hours < 12 ? 'am' : 'pm';
        break;
      case 'A':
        result += hours < 12 ? 'AM' : 'PM';
        break;
      case 'B':
        result += String(Math.floor(((((instant / 1000 + 3600) % 86400) + 86400) % 86400) / 86.4)).padStart(
          3,
          '0',
        );
        break;
      case 'g':
        result += hours % 12 || 12;
        break;
      case 'G':
        result += hours;
        break;
      case 'h':
        result += two(hours % 12 || 12);
        break;
      case 'H':
        result += two(hours);
        break;
      case 'i':
        result += two(local.getUTCMinutes());
        break;
      case 's':
        result += two(local.getUTCSeconds());
        break;
      case 'u':
        result += String(micro).padStart(6, '0');
        break;
      case 'v':
        result += String(Math.floor(micro / 1000)).padStart(3, '0');
        break;
      case 'e':
        result += zone.name;
        break;
      case 'I':
        result += zone.kind === 'named' && isSummer(instant, zone.offset) ? 1 : 0;
        break;
      case 'O':
        result += offsetText(offset / 1000, '');
        break;
      case 'P':
        result += offsetText(offset / 1000, ':');
        break;
      case 'p':
        result += offset === 0 ? 'Z' : offsetText(offset / 1000, ':');
        break;
      case 'T':
        result += zone.abbreviation(instant);
        break;
      case 'Z':
        result += offset / 1000;
        break;
      case 'c':
        // In this format a negative year is padded to four characters, including the sign.
        result +=
          year < 0
            ? `-${String(-year).padStart(3, '0')}${nested('-m-d\\TH:i:sP')}`
            : nested('Y-m-d\\TH:i:sP');
        break;
      case 'r':
        result += nested('D, d M Y H:i:s O');
        break;
      case 'U':
        result += Math.floor(instant / 1000);
        break;
      case '\\':
        result += pattern[++i] ?? '\\';
        break;
      default:
        result += letter;
    }
  }
  return result;
}
