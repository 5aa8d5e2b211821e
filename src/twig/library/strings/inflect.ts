/**
 * Irregular English nouns. Together with the rules below, they cover the usual words of documents, in English and
 * French.
 */
const irregular: [string, string][] = [
  ['child', 'children'],
  ['person', 'people'],
  ['man', 'men'],
  ['woman', 'women'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['ox', 'oxen'],
  ['datum', 'data'],
  ['medium', 'media'],
  ['criterion', 'criteria'],
  ['phenomenon', 'phenomena'],
  ['index', 'indices'],
  ['matrix', 'matrices'],
  ['analysis', 'analyses'],
  ['leaf', 'leaves'],
  ['knife', 'knives'],
  ['life', 'lives'],
  ['wife', 'wives'],
  ['half', 'halves'],
  ['shelf', 'shelves'],
  ['hero', 'heroes'],
  ['potato', 'potatoes'],
  ['tomato', 'tomatoes'],
];
const uncountable = new Set([
  'equipment',
  'information',
  'rice',
  'money',
  'species',
  'series',
  'fish',
  'sheep',
  'news',
  'feedback',
]);

/** French nouns in -ou and -ail that have a plural in -x, and those in -au, -eu and -al that have one in -s. */
const french = {
  oux: new Set(['bijou', 'caillou', 'chou', 'genou', 'hibou', 'joujou', 'pou']),
  aux: new Set(['bail', 'corail', 'émail', 'soupirail', 'travail', 'vantail', 'vitrail']),
  regular: new Set([
    'landau',
    'sarrau',
    'bleu',
    'émeu',
    'pneu',
    'bal',
    'carnaval',
    'chacal',
    'festival',
    'récital',
    'régal',
  ]),
};

function frenchPlural(word: string): string {
  if (/[sxz]$/.test(word)) return word;
  if (french.aux.has(word)) return `${word.slice(0, -2)}ux`;
  if (french.regular.has(word)) return `${word}s`;
  if (/(?:au|eu)$/.test(word) || french.oux.has(word)) return `${word}x`;
  return /al$/.test(word) ? `${word.slice(0, -1)}ux` : `${word}s`;
}

function frenchSingular(word: string): string {
  if (/(?:eaux|yaux)$/.test(word)) return word.slice(0, -1);
  const stem = word.slice(0, -2);
  if (/aux$/.test(word)) return french.aux.has(`${stem}il`) ? `${stem}il` : `${stem}l`;
  return /[sx]$/.test(word) ? word.slice(0, -1) : word;
}

/** Keeps the case of the first letter. */
function like(word: string, result: string): string {
  return /^\p{Lu}/u.test(word) ? result.charAt(0).toUpperCase() + result.slice(1) : result;
}

function last(word: string): [string, string] {
  const at = Math.max(word.lastIndexOf(' '), word.lastIndexOf('-')) + 1;
  return [word.slice(0, at), word.slice(at)];
}

/** Returns the plural of the last word of a text. Locales other than French use the rules of English. */
export function plural(text: string, locale: string): string {
  const [before, word] = last(text);
  if (word === '') return text;
  const lower = word.toLowerCase();
  if (locale.startsWith('fr')) return before + like(word, frenchPlural(lower));
  if (uncountable.has(lower)) return text;
  const pair = irregular.find(([one]) => one === lower);
  if (pair) return before + like(word, pair[1]);
  if (/[^aeiou]y$/.test(lower)) return `${text.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(lower) ? `${text}es` : `${text}s`;
}

/** Returns the singular of the last word of a text. Locales other than French use the rules of English. */
export function singular(text: string, locale: string): string {
  const [before, word] = last(text);
  const lower = word.toLowerCase();
  if (locale.startsWith('fr')) return before + like(word, frenchSingular(lower));
  if (uncountable.has(lower)) return text;
  const pair = irregular.find(([, many]) => many === lower);
  if (pair) return before + like(word, pair[0]);
  if (/[^aeiou]ies$/.test(lower) && lower.length > 4) return `${text.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(lower)) return text.slice(0, -2);
  if (/(?:bus|status|virus)es$/.test(lower)) return text.slice(0, -2);
  return /[^su]s$/.test(lower) ? text.slice(0, -1) : text;
}
