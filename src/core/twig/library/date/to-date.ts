import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { toText, typeName } from '../../runtime/values/text.ts';
import { Markup, type Value } from '../../runtime/values/value.ts';
import { parseDate } from './parse-date.ts';
import { timeZone, utc } from './time-zone.ts';
import { TwigDate } from './twig-date.ts';

/**
 * Converts any value to a date in `zone`: a name, UTC by default, or false to keep the zone of the value. Empty text
 * and null are the clock of the render. Throws `TwigFault` for a value that is not a date, and for an unknown zone.
 */
export function toDate(runtime: Runtime, value: Value, zone?: Value): TwigDate {
  runtime.tick(40);
  const wanted = zone === undefined || zone === null || zone === false ? utc : timeZone(zoneName(zone));
  const keep = zone === false;
  if (value instanceof TwigDate) return keep ? value : value.in(wanted);
  if (typeof value === 'object' && value !== null && !(value instanceof Markup))
    throw new TwigFault(`A date is text or a number, not a ${typeName(value)}.`);
  const text = toText(value);
  if (text === '') return new TwigDate(runtime.now.getTime(), wanted);
  const trimmed = text.trim();
  // Digits alone are a timestamp, even if eight of them look like a day.
  if (/^-?\d+$/.test(trimmed)) return new TwigDate(Number(trimmed) * 1000, wanted);
  const instant = isoInstant(text);
  if (instant !== undefined) return new TwigDate(instant, keep ? utc : wanted);
  const parsed = parseDate(text, runtime.now.getTime(), utc);
  return new TwigDate(parsed.instant, keep ? parsed.zone : wanted);
}

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * Fast path for the usual form of dates in data, `2026-05-31` or `2026-05-31 10:30`, in UTC. It takes a tenth of the
 * time of the parser. Returns undefined for everything that only the parser understands, including days that the
 * month does not have.
 */
function isoInstant(text: string): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.map((part) =>
    Number(part ?? 0),
  );
  if (year < 100 || hour > 23 || minute > 59 || second > 59) return undefined;
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(instant);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? instant : undefined;
}

function zoneName(zone: Value): string {
  return toText(
    typeof zone === 'object' && zone !== null && 'zone' in zone ? (zone.zone as { name: string }).name : zone,
  );
}
