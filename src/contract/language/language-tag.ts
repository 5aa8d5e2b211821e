/** Names of languages, as documents and PDFs have them (BCP 47). */

export const languageTagExample = 'such as de, en-GB or zh-Hant';

const maxCharacters = 35;

/**
 * The tag in its canonical form; undefined for what is none.
 *
 * @example
 * parseLanguageTag('DE-at'); // 'de-AT'
 * parseLanguageTag('German'); // undefined
 */
export function parseLanguageTag(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    // Registered primary tags have two or three letters; longer words are names of languages.
    return tag !== undefined && /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
