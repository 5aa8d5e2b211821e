import { toAscii } from './latin.ts';

/** Converts text to a part of a URL: plain letters and digits, with the separator between words. */
export function slug(text: string, separator: string, locale: string): string {
  // Only English locales spell these signs out as words.
  const said = locale.startsWith('en') ? text.replaceAll('@', ' at ').replaceAll('&', ' and ') : text;
  return toAscii(said, locale)
    .replace(/[^A-Za-z0-9]+/g, '\0')
    .replace(/^\0+|\0+$/g, '')
    .replace(/\0/g, () => separator);
}
