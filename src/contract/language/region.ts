/** How numbers, dates and times of a document are written: its locale and its time zone. */
import { didYouMean } from '../did-you-mean.ts';
import { parseLanguageTag } from './language-tag.ts';

/** Both apply to Twig, to the scripts of the page, and to the dates of headers, footers and stamps. */
export interface RegionSettings {
  /** A tag of BCP 47 such as `de-AT`. Default: the language of the document for Twig and headers, else English. */
  readonly locale?: string | undefined;
  /** A name of the IANA time zone database such as `Europe/Vienna`. Default: UTC for Twig, else that of the machine. */
  readonly timeZone?: string | undefined;
}

export const localeExample = 'such as de-AT, en-GB or fr-CA';
export const timeZoneExample = 'such as Europe/Vienna, America/New_York or UTC';

/**
 * The tag in its canonical form, also of `de_AT`; undefined for one without data of its language, which would
 * silently be English.
 *
 * @example
 * parseLocale('de_at'); // 'de-AT'
 * parseLocale('tlh'); // undefined: there is no data for Klingon
 */
export function parseLocale(text: string): string | undefined {
  const tag = parseLanguageTag(text.replaceAll('_', '-'));
  return tag !== undefined && Intl.NumberFormat.supportedLocalesOf(tag).length > 0 ? tag : undefined;
}

/**
 * The name of a time zone as its database spells it. Undefined for what is none, and for offsets and abbreviations such
 * as `+02:00` and `CET`, which have no daylight saving time or have it only in some programs.
 *
 * @example
 * parseTimeZone('europe/vienna'); // 'Europe/Vienna'
 */
export function parseTimeZone(text: string): string | undefined {
  if (text.toUpperCase() === 'UTC') return 'UTC';
  if (!/^[a-z]+(?:\/[a-z0-9_+-]+)+$/i.test(text)) return undefined;
  try {
    const name = new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
    // Links such as `Asia/Kolkata` keep their name.
    return name.toLowerCase() !== text.toLowerCase() && /^[A-Z]/.test(text) ? text : name;
  } catch {
    return undefined;
  }
}

/** The ends of sentences that begin with the name of the setting. */
export const localeFault = `must be a locale, ${localeExample}`;
export const timeZoneRule = `must be the name of a time zone, ${timeZoneExample}`;

/** Like `timeZoneRule`, with the name of the time zone that was probably meant. */
export const timeZoneFault = (text: string): string => {
  const meant = didYouMean(text.slice(0, 60), Intl.supportedValuesOf('timeZone'));
  return `${timeZoneRule}${meant && `.${meant}`}`;
};
