/** Numbers in words, and ordinals in digits, by the rules of their language. */
import { localeAncestors } from '../intl/locale.ts';
import { ordinalRules } from './cldr-ordinals.ts';
import { spelloutRules } from './cldr-spellout.ts';
import { NumberRules } from './number-rules.ts';

/** Returns the number in words, or undefined if the language has no rules. Its size must be below 10¹⁵. */
export const spellOut = (value: number, locale: string): string | undefined =>
  rulesOf(spelloutRules, 'words', locale)?.write(value);

/** Returns `3rd`, `3.` or `第3` for an integer, or undefined if the language has no rules. */
export const ordinal = (value: number, locale: string): string | undefined =>
  rulesOf(ordinalRules, 'ordinals', locale)?.write(value);

const parsed = new Map<string, NumberRules | undefined>();
const maxParsed = 100;

function rulesOf(
  rules: Readonly<Record<string, string>>,
  kind: 'words' | 'ordinals',
  locale: string,
): NumberRules | undefined {
  const key = `${kind} ${locale}`;
  if (!parsed.has(key)) {
    const source = localeAncestors(locale).find((tag) => Object.hasOwn(rules, tag));
    if (parsed.size >= maxParsed) parsed.clear();
    parsed.set(key, source === undefined ? undefined : new NumberRules(rules[source] ?? '', locale));
  }
  return parsed.get(key);
}
