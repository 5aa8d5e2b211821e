/**
 * The characters of Unicode for letters of Arabic script as they join (Arabic Presentation Forms), by which fonts of forms
 * have them.
 */

/** Letter, or ligature of lam and alef → alone, after another letter, before one, between two. Not all letters have all. */
const forms = new Map<string, string[]>();

const joiner = '\u200d';
const tatweel = '\u0640';

/** Writes each letter in the form that joins it with those around it. Both are in the order in which they are read. */
export function joinArabic(text: string): string {
  if (!/[\u0600-\u08ff]/.test(text)) return text;
  const letters = lettersOf(text);
  const joinsNext = (letter = '') =>
    letter === tatweel || letter === joiner || forms.get(letter)?.length === 4;
  const joinsLast = (letter = '') => joinsNext(letter) || forms.get(letter)?.length === 2;
  return letters
    .map((letter, i) => {
      const isAfter = joinsLast(letter) && joinsNext(letters[i - 1]);
      const isBefore = joinsNext(letter) && joinsLast(letters[i + 1]);
      return forms.get(letter)?.[(isAfter ? 1 : 0) + (isBefore ? 2 : 0)] ?? letter;
    })
    .join('')
    .replaceAll(/[\u200c\u200d]/g, '');
}

/** All characters that parts of the text may be written with, wherever it is broken. */
export const possibleForms = (text: string): string[] =>
  [...lettersOf(text), ...text]
    .flatMap((letter) => forms.get(letter) ?? [letter])
    .filter((form) => [...form].length === 1 && !/[\u200c\u200d]/.test(form));

function lettersOf(text: string): string[] {
  if (forms.size === 0) readForms();
  return text.match(/\u0644[\u0622\u0623\u0625\u0627]|[\s\S]/gu) ?? [];
}

/** Unicode lists the forms of a letter in this order; two of U+0649 are in the first block, which is read last. */
function readForms(): void {
  for (const [first, last] of [
    [0xfe70, 0xfefc],
    [0xfb50, 0xfbff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const form = String.fromCharCode(code);
      const letters = form.normalize('NFKC');
      if (letters === form || !/^(?:.|\u0644[\u0622\u0623\u0625\u0627])$/u.test(letters)) continue;
      forms.set(letters, [...(forms.get(letters) ?? []), form]);
    }
  }
}
