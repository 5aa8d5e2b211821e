/** The names of months and days that patterns of dates ask for, in the form that ICU writes. */
import { dateTimeFormat } from './formatters.ts';

type Width = 'short' | 'long' | 'narrow';

/** `inDate` is the form beside a day (`4 марта`), `alone` that in a heading (`март`). */
export type NameForm = 'inDate' | 'alone';

const digitsOnly = /^\p{Nd}+\.?$/u;

/**
 * Returns the part of a type, of the date in UTC. Combinations of a short month with a year and nothing else are not
 * safe: in Scottish Gaelic they end the process ("unreachable code" of V8).
 */
export function datePart(
  date: Date,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  locale: string,
): string {
  const parts = dateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date);
  return parts.find((each) => each.type === type)?.value ?? '';
}

/** Returns the name of the month of a date in UTC. */
export function monthName(date: Date, month: Width, form: NameForm, locale: string): string {
  const language = locale.split('-')[0];
  const read = (others: Intl.DateTimeFormatOptions) => datePart(date, { month, ...others }, 'month', locale);
  // The only language in which a month alone is inflected as beside a day.
  if (language === 'el' && form === 'alone' && month === 'long') return read({ year: 'numeric' });
  if (language === 'fi' && form === 'inDate' && month === 'short') return `${read({})}k.`;
  for (const others of form === 'inDate' ? [besideDay, inFullDate, {}] : [{}, inFullDate]) {
    const name = read(others);
    if (!digitsOnly.test(name)) return name;
  }
  // Chinese and Japanese names are a number and the word for "month", which Intl does not count as part of the name.
  return month === 'narrow' ? read({}) : dateTimeFormat(locale, { month, timeZone: 'UTC' }).format(date);
}

const besideDay: Intl.DateTimeFormatOptions = { day: 'numeric' };
/** Some languages write a month as a number in short dates, and as a name in full ones. */
const inFullDate: Intl.DateTimeFormatOptions = { day: 'numeric', year: 'numeric', weekday: 'long' };

/** Returns the name of the day of the week of a date in UTC. */
export function weekdayName(date: Date, weekday: Width, form: NameForm, locale: string): string {
  if (form === 'alone') return datePart(date, { weekday }, 'weekday', locale);
  const name = datePart(date, { weekday, month: 'long', day: 'numeric' }, 'weekday', locale);
  // Finnish days beside a date are in the essive: "on Monday".
  return weekday === 'long' && locale.split('-')[0] === 'fi' && !name.endsWith('na') ? `${name}na` : name;
}
