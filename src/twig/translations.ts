/** The texts of a template in several languages, behind the filter `trans`. */

export interface Translations {
  /** The language of the document, a tag of BCP 47. Without one, texts stay as the template has them. */
  readonly language: string | undefined;
  /** Tag of BCP 47 in lower case → text in the template, or its key → translated text. */
  readonly languages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The translations of a template that has none. */
export const untranslated: Translations = { language: undefined, languages: {} };

/**
 * Returns a text in a language, or the text itself if it has no translation. The texts of `de-CH` precede those of `de`.
 * `locale` may be written as in PHP: `de_CH`.
 */
export function translate(
  { language, languages }: Translations,
  text: string,
  locale: string | undefined = language,
): string {
  const subtags = locale?.replaceAll('_', '-').toLowerCase().split('-') ?? [];
  for (; subtags.length > 0; subtags.pop()) {
    const texts = findOwn(languages, subtags.join('-'));
    const translated = texts && findOwn(texts, text);
    if (translated !== undefined) return translated;
  }
  return text;
}

/** Returns an entry of its own. Languages are in lower case; texts may have any name, such as `constructor`. */
const findOwn = <Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
