/** `country_timezones` and `timezone_name`. */
import type { Runtime } from '../../runtime/runtime.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';
import { dateTimeFormat } from './formatters.ts';
import { toLocale } from './locale.ts';

/** Returns the sorted names of a country's zones. `code` is an ISO 3166-1 code. */
export function countryTimeZones(code: Value): string[] {
  const name = toText(code);
  if (!/^[A-Z]{2}$/.test(name)) return [];
  const locale = new Intl.Locale(`und-${name}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).toSorted();
}

export function zoneName(runtime: Runtime, value: Value, locale: Value): string {
  const name = toText(value);
  if (name === '' || name === 'UTC') return name;
  const tag = toLocale(locale);
  try {
    // These two have a long name, but no generic one.
    const timeZoneName = name === 'Etc/UTC' || name === 'Etc/GMT' ? 'long' : 'longGeneric';
    const generic = dateTimeFormat(tag, { timeZone: name, timeZoneName })
      .formatToParts(runtime.now)
      .find((each) => each.type === 'timeZoneName')?.value;
    const city = name.split('/').at(-1)?.replaceAll('_', ' ');
    return generic && city && timeZoneName === 'longGeneric' && name.includes('/') && !generic.includes(city)
      ? `${generic} (${city})`
      : (generic ?? name);
  } catch {
    return name;
  }
}
