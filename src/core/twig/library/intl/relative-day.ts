import { dateTimeFormat } from './formatters.ts';

const day = 86_400_000;

/**
 * Returns `yesterday`, `today`, `tomorrow` and other days for which a language has a word (German `übermorgen`),
 * counted by the calendar of the zone. Returns undefined for any other day. Both instants are in milliseconds.
 */
export function relativeDay(date: number, now: number, timeZone: string, locale: string): string | undefined {
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
