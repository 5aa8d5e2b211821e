/** Applies relative expressions such as `+2 weeks` and `next monday`. */
import { TwigFault } from '../../errors.ts';
import type { DateParts } from './date-parts.ts';
import { days } from './date-words.ts';

/** Sets the time to midnight; a time of day may still follow. */
export function startOfDay(parts: DateParts): void {
  parts.time = 0;
  parts.given.time = false;
}

export function addRelative(
  parts: DateParts,
  amount: number,
  unit: string,
  { behavior, keepTime }: { behavior: 0 | 1; keepTime: boolean },
): void {
  const { relative } = parts;
  const name = unit.toLowerCase();
  switch (name.length > 2 ? name.replace(/s$/, '') : name) {
    case 'msec':
    case 'millisecond':
    case 'ms':
      relative.milliseconds += amount;
      return;
    case 'microsecond':
    case 'microsec':
    case 'usec':
    case 'µs':
      relative.milliseconds += amount / 1000;
      return;
    case 'sec':
    case 'second':
      relative.milliseconds += amount * 1000;
      return;
    case 'min':
    case 'minute':
      relative.milliseconds += amount * 60_000;
      return;
    case 'hour':
      relative.milliseconds += amount * 3_600_000;
      return;
    case 'day':
      relative.day += amount;
      return;
    case 'week':
      relative.day += amount * 7;
      return;
    case 'fortnight':
    case 'forthnight':
      relative.day += amount * 14;
      return;
    case 'month':
      relative.month += amount;
      return;
    case 'year':
      relative.year += amount;
      return;
    case 'weekday':
      relative.weekdays += amount;
      return;
  }
  const day = days.get(name) ?? days.get(name.replace(/s$/, ''));
  if (day === undefined) throw new TwigFault('');
  relative.day += (amount > 0 ? amount - 1 : amount) * 7;
  parts.weekday = { day, behavior };
  if (!keepTime) startOfDay(parts);
}
