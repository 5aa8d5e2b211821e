/** @example labelFor('unit_price') // 'Unit price'; also for unitPrice and unit-price */
export function labelFor(name: string): string {
  const words = name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .split(' ')
    // Abbreviations such as VAT keep their capitals.
    .map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
    .join(' ');
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1);
}

/** The name of one item of a list. @example singularOf('entries') // 'entry' */
export const singularOf = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
