/** Dates by ICU's patterns, such as `EEEE d MMMM yyyy`, in the words of a locale. */
import { dayOfYear, isoWeek } from '../date/format-date.ts';
import { offsetText, type TimeZone } from '../date/time-zone.ts';
import { Fault } from '../errors.ts';

type Part = Intl.DateTimeFormatPartTypes;

export function formatIcu(instant: number, zone: TimeZone, pattern: string, locale: string): string {
  if (pattern.length > 500) throw new Fault('A date pattern has at most 500 characters.');
  const offset = zone.offset(instant);
  const local = new Date(Math.floor(instant + offset));
  // The local date as if it were in UTC, so that zones with odd names need no support of Intl.
  const words = (options: Intl.DateTimeFormatOptions, part: Part) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      .formatToParts(local)
      .find((each) => each.type === part)?.value ?? '';
  const number = (value: number, width: number) => String(value).padStart(width, '0');
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
        return width === 2 ? number(isoWeek(local).year % 100, 2) : number(isoWeek(local).year, width);
      case 'Q':
      case 'q': {
        const quarter = Math.ceil(month / 3);
        return width < 3 ? number(quarter, width) : width === 3 ? `Q${quarter}` : String(quarter);
      }
      case 'M':
        // With a day beside it: some languages bend the name of the month.
        return width < 3 ? number(month, width) : words({ month: length, day: 'numeric' }, 'month');
      case 'L':
        return width < 3 ? number(month, width) : words({ month: length }, 'month');
      case 'w':
        return number(isoWeek(local).week, width);
      case 'd':
        return number(local.getUTCDate(), width);
      case 'D':
        return number(dayOfYear(local) + 1, width);
      case 'e':
      case 'c':
        if (width < 3) return number(local.getUTCDay() || 7, width);
        return words({ weekday: length }, 'weekday');
      case 'E':
        return words({ weekday: width < 4 ? 'short' : width === 4 ? 'long' : 'narrow' }, 'weekday');
      case 'a':
      case 'b':
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
      case 'V':
        return zone.name;
      case 'z':
        return zone.abbreviation(instant);
      case 'Z':
        return width === 5
          ? isoOffset(offset, ':')
          : width === 4
            ? `GMT${offset === 0 ? '' : offsetText(offset / 1000, ':')}`
            : offsetText(offset / 1000, '');
      case 'O':
        return `GMT${offset === 0 ? '' : offsetText(offset / 1000, ':')}`;
      case 'X':
        return isoOffset(offset, width === 3 || width === 5 ? ':' : '');
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

function isoOffset(offset: number, separator: string): string {
  return offset === 0 ? 'Z' : offsetText(offset / 1000, separator);
}
