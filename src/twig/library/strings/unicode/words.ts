/** Converts words to identifier styles: camelCase, snake_case and the like. */
import { titleCase } from '../title-case.ts';

const between = /[^\p{L}0-9]+/gu;

export function camelCase(text: string): string {
  let first = true;
  return text
    .replace(between, ' ')
    .replace(
      /(?<![\p{L}\p{N}_])[\p{L}\p{N}_](?!\p{Lu})|(?<=[\p{L}\p{N}_])(?![\p{L}\p{N}_]).(?!\p{Lu})/gu,
      (character) => {
        const changed = first ? character.toLowerCase() : titleCase(character);
        first = false;
        return changed;
      },
    )
    .replaceAll(' ', '');
}

export function pascalCase(text: string): string {
  const camel = camelCase(text);
  const [first = ''] = camel;
  return titleCase(first) + camel.slice(first.length);
}

/** Inserts the separator before each capital that begins a word, and converts the text to lower case. */
export function separatedWords(text: string, separator: string): string {
  return camelCase(text)
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, (_, before, word) => before + separator + word)
    .replace(/([\p{Ll}0-9])(\p{Lu})/gu, (_, before, word) => before + separator + word)
    .toLowerCase();
}
