/** `country_names()` and similar functions: all codes with their names in a language, in its alphabetical order. */
import { type Callable, callable } from '../../compiler/callable.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { fromEntries } from '../../runtime/values/array.ts';
import { displayName, type NameKind } from './display-name.ts';
import { countryCodes, currencyCodes, languageCodes, localeCodes, scriptCodes } from './iso-codes.ts';
import { toLocale } from './locale.ts';
import { zoneName } from './zone-names.ts';

type Names = [code: string, name: string][];
type Lister = (runtime: Runtime, language: string) => Names;

const ofCodes =
  (kind: NameKind, codes: string): Lister =>
  (_, language) =>
    codes.split(' ').flatMap((code): Names => {
      const name = displayName(kind, code, language);
      return name === undefined ? [] : [[code, name]];
    });

const ofZones: Lister = (runtime, language) => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT', 'Etc/UTC'];
  return zones.map((zone): [string, string] => [zone, zoneName(runtime, zone, language)]);
};

/** Cached for each language: building the names of the zones takes a tenth of a second or more. */
const made = new Map<string, Names>();
const maxMade = 30;

function listFunction(name: string, list: Lister, cost: number): [string, Callable] {
  const call: Callable['call'] = (runtime, locale) => {
    const language = toLocale(locale);
    const key = `${name} ${language}`;
    let names = made.get(key);
    if (!names) {
      const { compare } = new Intl.Collator(language);
      names = list(runtime, language).sort((a, b) => compare(a[1], b[1]));
      if (made.size >= maxMade) made.clear();
      made.set(key, names);
    }
    runtime.charge(names.length * 16);
    return fromEntries(names);
  };
  return [name, callable('locale?', call, { cost })];
}

export const nameListFunctions: readonly [string, Callable][] = [
  listFunction('country_names', ofCodes('region', countryCodes), 5_000),
  listFunction('currency_names', ofCodes('currency', currencyCodes), 5_000),
  listFunction('language_names', ofCodes('language', languageCodes), 10_000),
  listFunction('locale_names', ofCodes('locale', localeCodes), 20_000),
  listFunction('script_names', ofCodes('script', scriptCodes), 5_000),
  listFunction('timezone_names', ofZones, 200_000),
];
