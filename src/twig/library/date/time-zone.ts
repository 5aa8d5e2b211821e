import { TwigFault } from '../../errors.ts';
import { clockNames } from './clock-names.ts';

/** A time zone: its name as PHP writes it, and its offset at an instant. */
export interface TimeZone {
  readonly name: string;
  /** Milliseconds by which local time is ahead of UTC. */
  offset(instant: number): number;
  abbreviation(instant: number): string;
  readonly kind: 'offset' | 'named';
}

export const utc: TimeZone = { name: 'UTC', offset: () => 0, abbreviation: () => 'UTC', kind: 'named' };

let ownZone = utc;

/**
 * Sets the zone of dates that name none for one render, which runs synchronously: a name of the IANA database, or UTC.
 * Returns what it was before, to be restored afterwards. Throws `TwigFault` for an unknown name.
 */
export function setOwnZone(name: string | undefined): string {
  const before = ownZone.name;
  ownZone = name === undefined ? utc : timeZone(name);
  return before;
}

/** The zone of the render, in which dates are read that have none, and written. */
export const renderZone = (): TimeZone => ownZone;

const abbreviations: ReadonlyMap<string, number> = new Map([
  ['gmt', 0],
  ['wet', 0],
  ['west', 1],
  ['bst', 1],
  ['cet', 1],
  ['cest', 2],
  ['eet', 2],
  ['eest', 3],
  ['msk', 3],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
  ['jst', 9],
]);

/**
 * Returns the offset of a military zone in hours: A to M are 1 to 12 hours ahead of UTC, N to Y behind it. J is not
 * in use.
 */
function militaryZone(letter: string): number | undefined {
  const index = 'abcdefghiklm'.indexOf(letter);
  const behind = 'nopqrstuvwxy'.indexOf(letter);
  if (index >= 0) return index + 1;
  return behind >= 0 ? -1 - behind : undefined;
}

const named = new Map<string, TimeZone>();
const maxNamedZones = 700;

/** Returns the zone of a name (`Europe/Paris`), abbreviation (`CET`) or offset (`+02:00`), otherwise undefined. */
export function findTimeZone(name: string): TimeZone | undefined {
  const offset = /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d{2})?(?::?(\d{2}))?$/i.exec(name);
  if (offset) {
    const [, sign, hours, minutes, seconds] = offset;
    const size = Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return fixedZone(sign === '-' ? -size : size);
  }
  const lower = name.toLowerCase();
  if (lower === 'utc') return utc;
  if (lower === 'z') return fixedZone(0, 'Z');
  const hours = lower.length === 1 ? militaryZone(lower) : abbreviations.get(lower);
  if (hours !== undefined) return fixedZone(hours * 3600, name.toUpperCase());
  const known = named.get(name);
  if (known) return known;
  if (!/^[a-z_]+(?:\/[a-z0-9_+-]+)*$/i.test(name) || name.length > 60) return undefined;
  let formatter: Intl.DateTimeFormat;
  let short: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    short = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'short' });
  } catch {
    return undefined;
  }
  // Upper and lower case as the time zone database has it. Links such as `Asia/Calcutta` keep their name, as in PHP.
  const canonical = formatter.resolvedOptions().timeZone;
  const zone = namedZone(canonical.toLowerCase() === lower ? canonical : properName(name), formatter, short);
  if (named.size < maxNamedZones) named.set(name, zone);
  return zone;
}

/** Like `findTimeZone`. Throws `TwigFault` if there is no zone of this name. */
export function timeZone(name: string): TimeZone {
  const zone = findTimeZone(name);
  if (zone) return zone;
  throw new TwigFault(`Unknown time zone "${name.slice(0, 60)}".`);
}

const small = /^(?:of|es|au|Port-au-Prince)$/;

function properName(name: string): string {
  const capital = (word: string) =>
    small.test(word) || /^[A-Z]{2,}$/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
  return name
    .split('/')
    .map((part) => part.split('_').map(capital).join('_'))
    .join('/');
}

function namedZone(name: string, formatter: Intl.DateTimeFormat, short: Intl.DateTimeFormat): TimeZone {
  const part = (format: Intl.DateTimeFormat, instant: number) =>
    format.formatToParts(instant).find((each) => each.type === 'timeZoneName')?.value ?? '';
  // The last offset is cached: consecutive dates of a document often fall into the same quarter of an hour.
  let hour = Number.NaN;
  let found = 0;
  const offset = (instant: number) => {
    if (!Number.isFinite(instant) || Math.abs(instant) > 8.64e15) return 0;
    const now = Math.floor(instant / 900_000);
    if (now === hour) return found;
    const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(part(formatter, instant));
    hour = now;
    found = match
      ? (match[1] === '-' ? -1 : 1) *
        (Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)) *
        1000
      : 0;
    return found;
  };
  const abbreviation = (instant: number) => {
    const names = clockNames.get(name);
    if (names === undefined) {
      const text = part(short, instant);
      return /^[A-Z]{2,5}$/.test(text) ? text : offsetText(offset(instant) / 1000, '').replace(/00$/, '');
    }
    return (isSummer(instant, offset) ? names.at(-1) : names[0]) as string;
  };
  return { name, offset, abbreviation, kind: 'named' };
}

/** Whether summer time applies at an instant: the offset differs from the smaller of those in January and July. */
export function isSummer(instant: number, offset: (instant: number) => number): boolean {
  const year = new Date(instant).getUTCFullYear();
  const winter = Math.min(offset(Date.UTC(year, 0, 1)), offset(Date.UTC(year, 6, 1)));
  return offset(instant) !== winter;
}

function fixedZone(seconds: number, name?: string): TimeZone {
  const shown = name ?? offsetText(seconds, ':');
  return { name: shown, offset: () => seconds * 1000, abbreviation: () => shown, kind: 'offset' };
}

/** Formats an offset in seconds: `+0200`, or `+02:00` with `:` as the separator. */
export function offsetText(seconds: number, separator: string): string {
  const size = Math.abs(Math.trunc(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(size / 3600))}${separator}${two(Math.floor((size % 3600) / 60))}`;
}

/** Returns the instant at which clocks in a zone show this local time. Both are in milliseconds. */
export function toInstant(local: number, zone: TimeZone): number {
  const before = local - zone.offset(local - zone.offset(local));
  const again = local - zone.offset(before);
  if (again === before) return before;
  // A local time that the change to summer time skips is moved forward.
  return Math.max(before, again);
}
