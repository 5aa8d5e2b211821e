import { titleCase } from './title-case.ts';

const cased = /[\p{L}]/u;
/** Characters that may occur inside a word without ending it. */
const ignored = /[\p{M}'’.:·^`¨\u00ad]/u;

/** Converts the first letter of each word to title case and the others to lower case. */
export function title(text: string): string {
  let result = '';
  let inside = false;
  for (const character of text) {
    if (cased.test(character)) {
      result += inside ? character.toLowerCase() : titleCase(character);
      inside = true;
    } else {
      result += character;
      if (!ignored.test(character)) inside = false;
    }
  }
  return result;
}
