/** Names of countries, languages, scripts and currencies by their codes. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { toText } from '../../runtime/values/text.ts';
import { localeOf } from './locale.ts';

export type NameKind = 'region' | 'language' | 'locale' | 'currency' | 'script';

/** The name of a code in a language that `localeOf` gave, in English where it has none there, else undefined. */
export function displayName(kind: NameKind, code: string, language: string): string | undefined {
  const tag = code.replaceAll('_', '-');
  try {
    // A code that only stands for another one, such as UK, has no name of its own.
    if (kind === 'region' && new Intl.Locale(`und-${tag}`).region !== tag) return undefined;
    for (const each of language === 'en' ? ['en'] : [language, 'en']) {
      const name = displayNames(kind, each).of(tag);
      if (name !== undefined) return kind === 'locale' ? bracketed(name, tag, each) : name;
    }
  } catch {
    // Intl throws for a code of the wrong shape.
  }
  return undefined;
}

/** `Norwegisch [Bokmål] (Norwegen)`: ICU nests parentheses in brackets, where JavaScript repeats them. */
function bracketed(name: string, tag: string, language: string): string {
  const [code = ''] = tag.split('-');
  const base = displayNames('locale', language).of(code) ?? '';
  if (!/[(（]/.test(base) || !name.startsWith(base)) return name;
  return base.replace(/[(（]/g, '[').replace(/[)）]/g, ']') + name.slice(base.length);
}

const made = new Map<string, Intl.DisplayNames>();
const maxMade = 50;

function displayNames(kind: NameKind, language: string): Intl.DisplayNames {
  const key = `${kind} ${language}`;
  const known = made.get(key);
  if (known) return known;
  const names = new Intl.DisplayNames([language], {
    type: kind === 'locale' ? 'language' : kind,
    languageDisplay: kind === 'locale' ? 'standard' : 'dialect',
    fallback: 'none',
  });
  if (made.size >= maxMade) made.clear();
  made.set(key, names);
  return names;
}

/** A filter from a code to its name. What is no such code is printed as it is. */
export const nameFilter = (kind: NameKind, parameter: string, shape: RegExp): Callable =>
  callable(
    `${parameter} locale?`,
    (_, code, locale) => {
      const text = toText(code);
      return shape.test(text) ? (displayName(kind, text, localeOf(locale)) ?? text) : text;
    },
    { cost: 100 },
  );
