/** Letters that do not come apart into a plain letter and a mark. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  '@': 'at',
  '&': 'and',
  '€': 'EUR',
};

/** A text as part of an address: plain letters and digits, with the separator between words. */
export function slug(text: string, separator: string): string {
  return text
    .replace(/[ßæÆœŒøØđĐðÐþÞłŁıħĦŧŦĸŋŊ€]/g, (character) => spelled[character] as string)
    .replace(/[@&]/g, (character) => ` ${spelled[character]} `)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’]/g, separator)
    .replace(/[^A-Za-z0-9]+/g, '\u0000')
    .replace(/^\0+|\0+$/g, '')
    .replace(/\0/g, () => separator);
}
