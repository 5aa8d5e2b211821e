import { toText } from '../../runtime/values/text.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';
import type { TimeZone } from './time-zone.ts';

interface Moment {
  readonly instant: number;
  readonly zone: TimeZone;
}

/** The time between two dates, like PHP's DateInterval. */
export class TwigInterval extends Thing {
  readonly #parts: ReadonlyMap<string, number>;

  constructor(parts: ReadonlyMap<string, number>) {
    super();
    this.#parts = parts;
  }

  part(name: string, args: readonly Value[] | null): Value | undefined {
    if (name === 'format') return this.format(toText(args?.[0] ?? ''));
    return this.#parts.get(name);
  }

  format(pattern: string): string {
    const get = (name: string) => this.#parts.get(name) ?? 0;
    const two = (name: string) => String(get(name)).padStart(2, '0');
    return pattern.replace(/%([a-zA-Z%]|$)/g, (whole, letter: string) => {
      switch (letter) {
        case 'y':
        case 'm':
        case 'd':
        case 'h':
        case 'i':
        case 's':
          return String(get(letter));
        case 'Y':
          return two('y');
        case 'M':
        case 'D':
        case 'H':
        case 'I':
        case 'S':
          return two(letter.toLowerCase());
        case 'a':
          return String(get('days'));
        case 'f':
          return String(Math.round(get('f') * 1e6));
        case 'F':
          return String(Math.round(get('f') * 1e6)).padStart(6, '0');
        case 'R':
          return get('invert') === 1 ? '-' : '+';
        case 'r':
          return get('invert') === 1 ? '-' : '';
        case '%':
          return '%';
        case '':
          return '';
        default:
          return whole;
      }
    });
  }
}

/** Returns the interval between two dates. It is inverted (negative) if `to` is earlier than `from`. */
export function difference(from: Moment, to: Moment): TwigInterval {
  const invert = to.instant < from.instant;
  const [first, second] = invert ? [to, from] : [from, to];
  // Both dates are read in one zone, so that a day across a change of clocks counts as one day.
  const zone = from.zone;
  const a = new Date(first.instant + zone.offset(first.instant));
  const b = new Date(second.instant + zone.offset(second.instant));
  let years = b.getUTCFullYear() - a.getUTCFullYear();
  let months = b.getUTCMonth() - a.getUTCMonth();
  let days = b.getUTCDate() - a.getUTCDate();
  let rest = (b.getTime() % 86_400_000) - (a.getTime() % 86_400_000);
  if (b.getTime() < 0 || a.getTime() < 0) rest = timeOfDay(b) - timeOfDay(a);
  if (rest < 0) {
    rest += 86_400_000;
    days--;
  }
  // Borrows the days of the month before the later date, or, for a negative interval, of the earlier date's month.
  const base = invert ? a : b;
  for (let month = base.getUTCMonth() + (invert ? 1 : 0); days < 0; month++) {
    months--;
    days += new Date(Date.UTC(base.getUTCFullYear(), month, 0)).getUTCDate();
  }
  if (months < 0) {
    months += 12;
    years--;
  }
  // Below one calendar day the interval is the elapsed time, even across a change of clocks.
  if (years === 0 && months === 0 && days === 0) rest = second.instant - first.instant;
  return new TwigInterval(
    new Map([
      ['y', years],
      ['m', months],
      ['d', days],
      ['h', Math.floor(rest / 3_600_000)],
      ['i', Math.floor((rest % 3_600_000) / 60_000)],
      ['s', Math.floor((rest % 60_000) / 1000)],
      ['f', (rest % 1000) / 1000],
      ['invert', invert ? 1 : 0],
      ['days', Math.floor((b.getTime() - a.getTime()) / 86_400_000)],
    ]),
  );
}

function timeOfDay(date: Date): number {
  return ((date.getTime() % 86_400_000) + 86_400_000) % 86_400_000;
}
