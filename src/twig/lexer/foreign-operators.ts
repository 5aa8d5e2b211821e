/** Hints about operators of other languages. Each ends an error about a character and names Twig's equivalent. */

const hints: readonly (readonly [RegExp, string])[] = [
  [/^&&/, 'Twig writes "and".'],
  [/^\|\|/, 'Twig writes "or".'],
  [/^!(?!=)/, 'Twig writes "not".'],
  [/^->/, 'Twig reads entries with a dot: "customer.name".'],
  [/^::/, 'Twig reads entries with a dot: "customer.name".'],
  [/^\$\w/, 'Variables have no "$" in Twig.'],
  [/^[-+*/~]=/, 'Twig writes "{% set total = total + 1 %}".'],
  [/^eq\b/, 'Twig writes "==".'],
  [/^(?:ne|neq)\b/, 'Twig writes "!=".'],
  [/^lt\b/, 'Twig writes "<".'],
  [/^gt\b/, 'Twig writes ">".'],
  [/^(?:le|lte)\b/, 'Twig writes "<=".'],
  [/^(?:ge|gte)\b/, 'Twig writes ">=".'],
  [/^mod\b/, 'Twig writes "%".'],
  [/^`/, 'Texts are written in single or double quotes.'],
];

/**
 * Returns the hint about the operator at an offset of a text: with a leading space, or empty if there is no hint.
 *
 * @example
 * foreignOperator('a && b', 2); // ' Twig writes "and".'
 */
export function foreignOperator(text: string, at: number): string {
  const following = text.slice(at, at + 4);
  const hint = hints.find(([pattern]) => pattern.test(following))?.[1];
  return hint === undefined ? '' : ` ${hint}`;
}

/** Returns the hint about a comma between two digits, in the same form as `foreignOperator`. */
export const decimalComma = (text: string, at: number): string =>
  text[at] === ',' &&
  /\d$/.test(text.slice(Math.max(0, at - 1), at)) &&
  /^\d/.test(text.slice(at + 1, at + 2))
    ? ' Numbers are written with a dot: 1.5.'
    : '';
