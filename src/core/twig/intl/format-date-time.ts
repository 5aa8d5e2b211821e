/** `format_date`, `format_time` and `format_datetime`. */
import { toDate } from '../date/to-date.ts';
import { Fault } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { formatIcu } from '../text/icu-pattern.ts';
import { toText } from '../values/text.ts';
import type { Value } from '../values/value.ts';
import { dateTimeFormat } from './formatters.ts';
import { localeOf } from './locale.ts';

type Style = 'full' | 'long' | 'medium' | 'short';
const given = (value: Value) => value !== undefined && value !== null && value !== '';

const styles = ['none', 'short', 'medium', 'long', 'full'];

export function styleOf(value: Value, fallback: Style, what: string): Style | undefined {
  const name = given(value) ? toText(value).replace(/^relative_/, '') : fallback;
  if (!styles.includes(name))
    throw new Fault(`Unknown ${what} format "${name.slice(0, 40)}" (valid ones: ${styles.join(', ')}).`);
  return name === 'none' ? undefined : (name as Style);
}

export function formatDateTime(
  runtime: Runtime,
  value: Value,
  dateStyle: Style | undefined,
  timeStyle: Style | undefined,
  pattern: Value,
  zone: Value,
  locale: Value,
): string {
  const tag = localeOf(locale);
  const date = toDate(runtime, value, zone === undefined ? null : zone);
  if (given(pattern)) return runtime.built(formatIcu(date.instant, date.zone, toText(pattern), tag));
  if (!dateStyle && !timeStyle) return formatIcu(date.instant, date.zone, 'yyyyMMdd hh:mm a', tag);
  const options: Intl.DateTimeFormatOptions = {};
  if (dateStyle) options.dateStyle = dateStyle;
  if (timeStyle) options.timeStyle = timeStyle;
  const timeZone = date.zone.name === 'Z' ? 'UTC' : date.zone.name;
  const shown = dateTimeFormat(tag, { ...options, timeZone }).format(date.instant);
  // V8 puts a plain space where ICU has a narrow one that does not break.
  if (tag.startsWith('en')) return shown.replace(/ (?=[ap]\.?m\b)/i, '\u202f');
  return /^(?:ru|uk|bg)/.test(tag) ? shown.replace(/ (?=[гр]\.)/, '\u202f') : shown;
}
