import { TwigFault } from '../../errors.ts';
import { toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

let ownLocale = 'en';

/**
 * Sets the locale of filters without one for one render, which runs synchronously: the language of the document, English
 * if there is none or it is malformed. Returns what it was before, to be restored afterwards.
 */
export function setOwnLocale(language: string | undefined): string {
  const before = ownLocale;
  ownLocale = 'en';
  try {
    ownLocale = toLocale(language);
  } catch (error) {
    if (!(error instanceof TwigFault)) throw error;
  }
  return before;
}

/**
 * Converts a PHP locale such as `de_CH.UTF-8` to the form that Intl expects. Returns that of the render by default, and English for a
 * language without data, for which Intl would fall back to the locale of the machine. Throws `TwigFault` for a
 * malformed locale.
 */
export function toLocale(value: Value): string {
  if (value === undefined || value === null || value === '') return ownLocale;
  const tag = toText(value).split(/[.@]/)[0]?.replaceAll('_', '-') ?? '';
  try {
    const [canonical = 'en'] = Intl.getCanonicalLocales(tag);
    return hasData(canonical) ? canonical : 'en';
  } catch {
    throw new TwigFault(`Unknown locale "${tag.slice(0, 40)}".`);
  }
}

const known = new Map<string, boolean>();
const maxKnown = 200;

function hasData(tag: string): boolean {
  let found = known.get(tag);
  if (found === undefined) {
    found = Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
    if (known.size >= maxKnown) known.clear();
    known.set(tag, found);
  }
  return found;
}

/** Returns the places at which CLDR has the words of a locale from `toLocale`, the most specific first. */
export function localeAncestors(locale: string): string[] {
  const { language, script, region = '' } = new Intl.Locale(locale).maximize();
  const places = [`${language}-${script}-${region}`, `${language}-${region}`, `${language}-${script}`];
  if (language === 'es' && !notAmerican.has(region)) places.push('es-419');
  if (language === 'pt' && region !== 'BR') places.push('pt-PT');
  return [...places, language === 'no' ? 'nb' : language];
}

/** Regions whose Spanish is not that of Latin America. */
const notAmerican: ReadonlySet<string> = new Set(['EA', 'ES', 'GQ', 'IC', 'PH']);
