import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { toText, typeName } from '../../runtime/values/text.ts';
import { Markup, type Value } from '../../runtime/values/value.ts';
import { parseIsoDate } from './iso-date.ts';
import { parseDate } from './parse-date.ts';
import { renderZone, timeZone } from './time-zone.ts';
import { TwigDate } from './twig-date.ts';

/**
 * Converts any value to a date in `zone`: a name, that of the render by default, or false to keep the zone of the value. Empty text
 * and null are the clock of the render. Throws `TwigFault` for a value that is not a date, and for an unknown zone.
 */
export function toDate(runtime: Runtime, value: Value, zone?: Value): TwigDate {
  runtime.tick(40);
  const wanted =
    zone === undefined || zone === null || zone === false ? renderZone() : timeZone(zoneName(zone));
  const keep = zone === false;
  if (value instanceof TwigDate) return keep ? value : value.in(wanted);
  if (typeof value === 'object' && value !== null && !(value instanceof Markup))
    throw new TwigFault(`A date is text or a number, not a ${typeName(value)}.`);
  const text = toText(value);
  if (text === '') return new TwigDate(runtime.now.getTime(), wanted);
  const trimmed = text.trim();
  // Digits alone are a timestamp, even if eight of them look like a day.
  if (/^-?\d+$/.test(trimmed)) return new TwigDate(Number(trimmed) * 1000, wanted);
  const parsed = parseIsoDate(text) ?? parseDate(text, runtime.now.getTime(), renderZone());
  return new TwigDate(parsed.instant, keep ? parsed.zone : wanted);
}

function zoneName(zone: Value): string {
  return toText(
    typeof zone === 'object' && zone !== null && 'zone' in zone ? (zone.zone as { name: string }).name : zone,
  );
}
