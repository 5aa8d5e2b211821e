import { titleCase } from './title-case.ts';

const cased = /[\p{L}]/u;
/** What may stand inside a word without ending it. */
const ignored = /[\p{M}'’.:·^`¨\u00ad]/u;

/** The first letter of each word in its form for titles, the others small. */
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
