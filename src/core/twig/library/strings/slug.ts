import { toAscii } from './latin.ts';

/** A text as part of an address: plain letters and digits, with the separator between words. */
export function slug(text: string, separator: string, locale: string): string {
  // Only who asks for English gets the words for these signs.
  const said = locale.startsWith('en') ? text.replaceAll('@', ' at ').replaceAll('&', ' and ') : text;
  return toAscii(said, locale)
    .replace(/[^A-Za-z0-9]+/g, '\0')
    .replace(/^\0+|\0+$/g, '')
    .replace(/\0/g, () => separator);
}
