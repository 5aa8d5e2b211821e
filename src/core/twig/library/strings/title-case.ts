/** A character's form at the beginning of a word in a title. */

/** Four letters of Latin have a form of their own for titles. */
const digraphs: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' };

export function titleCase(character: string): string {
  const upper = character.toUpperCase();
  if (upper.length <= character.length) return digraphs[upper] ?? upper;
  const code = character.codePointAt(0) as number;
  // Greek letters with an iota below: the capital keeps it beside itself.
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9);
  // An n with an apostrophe before it.
  if (character === 'ŉ') return upper;
  // A ligature comes apart into a capital and small letters.
  return upper.charAt(0) + upper.slice(1).toLowerCase();
}
