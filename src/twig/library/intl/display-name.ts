/** Names of countries, languages, scripts and currencies by their codes. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { toText } from '../../runtime/values/text.ts';
import { toLocale } from './locale.ts';

export type NameKind = 'region' | 'language' | 'locale' | 'currency' | 'script';

/**
 * Returns the name of a code in a language from `toLocale`, in English if that language has no name for it, otherwise
 * undefined.
 */
export function displayName(kind: NameKind, code: string, language: string): string | undefined {
  const tag = code.replaceAll('_', '-');
  try {
    // An alias of another code, such as UK, has no name of its own.
    if (kind === 'region' && new Intl.Locale(`und-${tag}`).region !== tag) return undefined;
    for (const each of language === 'en' ? ['en'] : [language, 'en']) {
      const name = displayNames(kind, each).of(tag);
      if (name !== undefined) return kind === 'locale' ? bracketed(name, tag, each) : name;
    }
  } catch {
    // Intl throws for a malformed code.
  }
  return undefined;
}

/**
 * Matches ICU's `Norwegisch [Bokmål] (Norwegen)`: ICU turns inner parentheses into brackets, while JavaScript repeats
 * the parentheses.
 */
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

/** Creates a filter that turns a code into its name. Text that is not a known code is printed unchanged. */
export const nameFilter = (kind: NameKind, parameter: string, shape: RegExp): Callable =>
  callable(
    `${parameter} locale?`,
    (_, code, locale) => {
      const text = toText(code);
      return shape.test(text) ? (displayName(kind, text, toLocale(locale)) ?? text) : text;
    },
    { cost: 100 },
  );
