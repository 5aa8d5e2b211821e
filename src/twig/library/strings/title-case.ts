/** Converts a character to title case, its form at the beginning of a word in a title. */

/** Four Latin letters have a title case form that differs from upper case. */
const digraphs: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' };

export function titleCase(character: string): string {
  const upper = character.toUpperCase();
  if (upper.length <= character.length) return digraphs[upper] ?? upper;
  const code = character.codePointAt(0) as number;
  // Greek letters with an iota below: the title case form keeps the iota, while upper case spells it out.
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9);
  // `toUpperCase` turns this n with an apostrophe into two characters, an apostrophe and N. Both stay.
  if (character === 'ŉ') return upper;
  // A ligature is split into a capital letter and lower-case letters.
  return upper.charAt(0) + upper.slice(1).toLowerCase();
}
