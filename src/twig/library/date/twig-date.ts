import { TwigFault } from '../../errors.ts';
import { toInteger } from '../../runtime/values/number.ts';
import { toText } from '../../runtime/values/text.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';
import { formatDate } from './format-date.ts';
import { difference } from './interval.ts';
import { parseIsoDate } from './iso-date.ts';
import { modifyDate } from './parse-date.ts';
import { type TimeZone, timeZone } from './time-zone.ts';

/** A point in time, in a time zone. */
export class TwigDate extends Thing {
  /** Milliseconds since 1970. Fractions are microseconds. */
  readonly instant: number;
  readonly zone: TimeZone;

  constructor(instant: number, zone: TimeZone) {
    super();
    // The range of JavaScript's Date: some 270,000 years around 1970.
    if (!(Math.abs(instant) <= 8.64e15)) throw new TwigFault('A date is out of range.');
    this.instant = instant;
    this.zone = zone;
  }

  /**
   * Compares with a date, with an ISO date as text, and with a timestamp in seconds. A date is greater than other things.
   */
  override compareWith(other: Value): number | undefined {
    if (other instanceof Thing && !(other instanceof TwigDate)) return 1;
    const instant = instantOf(other);
    return instant === undefined ? undefined : Math.sign(this.instant - instant);
  }

  in(zone: TimeZone): TwigDate {
    return new TwigDate(this.instant, zone);
  }

  modify(text: string): TwigDate {
    return new TwigDate(modifyDate(text, this.instant, this.zone), this.zone);
  }

  format(pattern: string): string {
    return formatDate(this.instant, this.zone, pattern);
  }

  override plain() {
    const { name } = this.zone;
    const type = this.zone.kind === 'named' ? 3 : /^[+-]/.test(name) ? 1 : 2;
    return { date: this.format('Y-m-d H:i:s.u'), timezone_type: type, timezone: name };
  }

  part(name: string, args: readonly Value[] | null): Value | undefined {
    const first = args?.[0];
    switch (name.toLowerCase()) {
      case 'timestamp':
      case 'gettimestamp':
        return Math.floor(this.instant / 1000);
      case 'offset':
      case 'getoffset':
        return this.zone.offset(this.instant) / 1000;
      case 'timezone':
      case 'gettimezone':
        return new ZoneThing(this.zone);
      case 'format':
        return this.format(toText(first ?? ''));
      case 'modify':
        return this.modify(toText(first ?? ''));
      case 'settimezone':
        return this.in(first instanceof ZoneThing ? first.zone : timeZone(toText(first)));
      case 'settimestamp':
        return new TwigDate(toInteger(first) * 1000, this.zone);
      case 'setdate': {
        const [year, month, day] = (args ?? []).map(toInteger);
        return this.modify(`${String(year ?? 1970).padStart(4, '0')}-01-01 ${this.format('H:i:s')}`).modify(
          `+${(month ?? 1) - 1} month +${(day ?? 1) - 1} day`,
        );
      }
      case 'settime': {
        const [hour, minute, second] = (args ?? []).map(toInteger);
        return this.modify('midnight').modify(
          `+${hour ?? 0} hour +${minute ?? 0} minute +${second ?? 0} second`,
        );
      }
      case 'setisodate': {
        const [year, week, day] = (args ?? []).map(toInteger);
        const first = this.modify(`${String(year ?? 1970).padStart(4, '0')}-W01-1`);
        return first.modify(`+${(week ?? 1) - 1} week +${(day ?? 1) - 1} day`);
      }
      case 'diff':
        if (first instanceof TwigDate) return difference(this, first);
        throw new TwigFault('"diff" takes a date.');
      default:
        return undefined;
    }
  }
}

/** Text is read as `toDate` reads it, but only in the forms of ISO 8601, since any word may be a date to the parser. */
function instantOf(value: Value): number | undefined {
  if (value instanceof TwigDate) return value.instant;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) * 1000;
  return typeof value === 'string' ? parseIsoDate(value.trim())?.instant : undefined;
}

class ZoneThing extends Thing {
  readonly zone: TimeZone;

  constructor(zone: TimeZone) {
    super();
    this.zone = zone;
  }

  part(name: string): Value | undefined {
    return name === 'name' || name === 'getName' ? this.zone.name : undefined;
  }
}
