/** The language of a text, where there is no doubt: a wrong one is worse for screen readers than none. */
import { functionWords } from './function-words.ts';

/** Letters of a script that is used for one language, as good as always. */
const scripts: readonly (readonly [tag: string, letter: RegExp])[] = [
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['si', /\p{Script=Sinhala}/gu],
];

const minLetters = 20;
/** The least share of all letters. Names and brands in Latin letters are common in every language. */
const minScriptShare = 0.6;

/** Yiddish is written with Hebrew letters too, and has these of its own. */
const yiddish = /[\u05f0-\u05f2]|\u05d0[\u05b7\u05b8]/;

/**
 * A tag of BCP 47; undefined if the text is short, mixed, or in a language that cannot be told from another one.
 * Takes time in proportion to the length of the text.
 *
 * @example
 * detectLanguage('Καλημέρα σας, σας στέλνουμε το τιμολόγιο'); // 'el'
 * detectLanguage('Invoice 2026-101'); // undefined
 */
export function detectLanguage(text: string): string | undefined {
  const letters = count(text, /\p{L}/gu);
  if (letters < minLetters) return undefined;
  return byScript(text, letters) ?? byWords(text, letters);
}

function byScript(text: string, letters: number): string | undefined {
  const least = Math.max(minLetters, letters * minScriptShare);
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(text, /\p{Script=Han}/gu);
  // Japanese has kana in each sentence, and Chinese has none.
  if (kana + han >= least) return kana >= (kana + han) / 10 ? 'ja' : kana === 0 ? 'zh' : undefined;
  const found = scripts.find(([, letter]) => count(text, letter) >= least)?.[0];
  return found === 'he' && yiddish.test(text) ? undefined : found;
}

const minWords = 40;
const minHits = 10;
const minDistinctWords = 6;
/** The least share of all words that are function words. In running text it is 0.3 to 0.5. */
const minShare = 0.18;
/** How many times more hits the best language needs than the next one. */
const minLead = 1.8;

/** The least share of all letters, in a text whose language is found by its words. */
const minAlphabetShare = 0.9;

function byWords(text: string, letters: number): string | undefined {
  const alphabets = [/\p{Script=Latin}/gu, /\p{Script=Cyrillic}/gu];
  if (!alphabets.some((alphabet) => count(text, alphabet) >= letters * minAlphabetShare)) return undefined;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < minWords) return undefined;
  const scores = Object.entries(functionWords).map(([tag, own]) => {
    const hits = words.filter((word) => own.has(word));
    return { tag, hits: hits.length, distinct: new Set(hits).size };
  });
  const [best, next] = scores.toSorted((a, b) => b.hits - a.hits);
  if (!best || !next || best.hits < minHits || best.distinct < minDistinctWords) return undefined;
  const isCertain = best.hits >= words.length * minShare && best.hits >= next.hits * minLead;
  return isCertain ? best.tag : undefined;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
