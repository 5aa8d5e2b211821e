/** What authors bring along from other languages: the tail of an error about a character, with what Twig has instead. */

const hints: readonly (readonly [RegExp, string])[] = [
  [/^&&/, 'Twig writes "and".'],
  [/^\|\|/, 'Twig writes "or".'],
  [/^!(?!=)/, 'Twig writes "not".'],
  [/^->/, 'Twig reads entries with a dot: "customer.name".'],
  [/^::/, 'Twig reads entries with a dot: "customer.name".'],
  [/^\$\w/, 'Variables have no "$" in Twig.'],
  [/^[-+*/~]=/, 'Twig writes "{% set total = total + 1 %}".'],
  [/^`/, 'Texts are written in single or double quotes.'],
];

/**
 * Begins with a space, and is empty where there is nothing to say.
 *
 * @example
 * foreignOperator('a && b', 2); // ' Twig writes "and".'
 */
export function foreignOperator(text: string, at: number): string {
  const here = text.slice(at, at + 3);
  const hint = hints.find(([pattern]) => pattern.test(here))?.[1];
  return hint === undefined ? '' : ` ${hint}`;
}

/** The same for a comma between two digits. */
export const decimalComma = (text: string, at: number): string =>
  text[at] === ',' &&
  /\d$/.test(text.slice(Math.max(0, at - 1), at)) &&
  /^\d/.test(text.slice(at + 1, at + 2))
    ? ' Numbers are written with a dot: 1.5.'
    : '';
