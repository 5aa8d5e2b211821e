/**
 * What every name, description, note and address that is stored may consist of: one line of Unicode. U+0000 cannot be
 * stored by PostgreSQL, half a surrogate pair by no database, and other control characters and line ends would be obeyed
 * by terminals, headers and logs. Content, such as HTML and data, is stored as bytes and has no such rule.
 */

/** Control characters, halves of surrogate pairs, and the line and paragraph separators. */
const faulty = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Continues "The <field> ". */
export const oneLineFault = 'must be one line of text, without control characters';

export const isOneLine = (text: string): boolean => text.search(faulty) === -1;

/** Puts spaces in place of what one line cannot have, for texts of other programs, such as the errors of a mail server. */
export const toOneLine = (text: string): string => text.replace(faulty, ' ').trim();
