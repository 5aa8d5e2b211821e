/**
 * SASLprep (RFC 4013), the form in which 256-bit encryption hashes passwords: the same password typed on different
 * keyboards becomes the same bytes. Characters that Unicode has added since the RFC are allowed, as in its queries.
 */

/** The most bytes of a password in UTF-8 that count (ISO 32000-2, 7.6.4.3.3). */
export const maxPasswordBytes = 127;

/** RFC 3454, table C.1.2. */
const spaces = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;

/** RFC 3454, table B.1. */
const ignored = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;

/** RFC 3454, tables C.2 to C.9: control characters, private use, surrogates, and characters that change the direction. */
const prohibited =
  /\u0340|\u0341|[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06dd\u070f\u180e\u200c-\u200f\u2028-\u202e\u2060-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufeff\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;

const rightToLeft =
  /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]|[\u05be\u05c0\u05c3\u05f3\u05f4\u061b\u061f\u066d\u06d4]/u;
const letter = /\p{L}/u;

/** Returns the form that is hashed, whether its characters are allowed or not. */
export function normalizePassword(password: string): string {
  return password.replace(spaces, ' ').replace(ignored, '').normalize('NFKC');
}

/** Why no program that follows the standard would accept a password, as the end of a sentence; undefined if it would. */
export function findPasswordProblem(password: string): string | undefined {
  const normalized = normalizePassword(password);
  if (normalized === '') return 'must not be empty';
  if (Buffer.byteLength(normalized) > maxPasswordBytes) {
    return `must have at most ${maxPasswordBytes} bytes in UTF-8`;
  }
  if (prohibited.test(normalized)) {
    return 'must not contain control characters, line breaks or other characters that cannot be typed';
  }
  const characters = [...normalized];
  const directed = characters.filter((character) => rightToLeft.test(character));
  if (directed.length === 0) return undefined;
  const isMixed = characters.some((character) => letter.test(character) && !rightToLeft.test(character));
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  if (!isMixed && rightToLeft.test(first) && rightToLeft.test(last)) return undefined;
  return 'must begin and end with a letter from right to left if it has one, and have none from left to right (RFC 4013)';
}
