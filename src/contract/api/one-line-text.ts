/**
 * The rule for every name, description, note and address that is stored: one line of Unicode. U+0000 cannot be stored
 * by PostgreSQL, half a surrogate pair by no database, and other control characters and line ends would be obeyed
 * by terminals, headers and logs. Content, such as HTML and data, is stored as bytes and has no such rule.
 */

/** Control characters, halves of surrogate pairs, and the line and paragraph separators. */
const faulty = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Continues "The <field> ". */
export const oneLineFault = 'must be one line of text, without control characters';

export const isOneLine = (text: string): boolean => text.search(faulty) === -1;

/** Line ends and tabs, which text of several lines may have. */
const layout = /[\t\n\r\p{Zl}\p{Zp}]/u;

/** Two code points that no XML 1.0 can have; the metadata of a PDF is XML too. */
const notInXml = /[\ufffe\uffff]/;

/**
 * The same rule for the properties of a document, which may have several lines. Returns what is wrong, with the first faulty
 * character, as the continuation of "The <field> ".
 */
export function propertyFault(text: string): string | undefined {
  for (const character of text) {
    const isFaulty = (character.search(faulty) !== -1 && !layout.test(character)) || notInXml.test(character);
    if (!isFaulty) continue;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `must not contain U+${code}: a property is text without control characters`;
  }
  return undefined;
}

/** Puts spaces in place of what one line cannot have, for texts of other programs, such as the errors of a mail server. */
export const toOneLine = (text: string): string => text.replace(faulty, ' ').trim();
