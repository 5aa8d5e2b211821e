/** Names of countries, currencies, languages, locales, scripts and time zones. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

const render = (template: string) => compile(template).render({});
const list = (call: string) => JSON.parse(render(`{{ ${call}|json_encode|raw }}`)) as Record<string, string>;

describe('the lists of names', () => {
  it('map every ISO 3166 code to a country name, in alphabetical order', () => {
    const countries = list("country_names('de')");
    expect(Object.keys(countries)).toHaveLength(249);
    expect(countries.AT).toBe('Österreich');
    expect(Object.values(countries).slice(0, 3)).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln']);
  });

  it('are in English unless a locale is given', () => {
    expect(list('country_names()').DE).toBe('Germany');
    expect(list("country_names(locale='fr')").DE).toBe('Allemagne');
    expect(list("country_names('xx')").DE).toBe('Germany');
  });

  it('include former currencies, languages, scripts, locales and time zones', () => {
    expect(list('currency_names()')).toMatchObject({ EUR: 'Euro', DEM: 'German Mark' });
    expect(list("language_names('fr')")).toMatchObject({ de: 'allemand', gsw: 'suisse allemand' });
    expect(list('script_names()')).toMatchObject({ Cyrl: 'Cyrillic', Latn: 'Latin' });
    expect(list("locale_names('de')")).toMatchObject({
      de_CH: 'Deutsch (Schweiz)',
      nb_NO: 'Norwegisch [Bokmål] (Norwegen)',
      zu_ZA: 'Zulu (Südafrika)',
    });
    expect(list('timezone_names()')).toMatchObject({
      'Europe/Berlin': 'Central European Time (Berlin)',
      'Etc/UTC': 'Coordinated Universal Time',
    });
  });

  it('fall back to English for an entry without a name in the language', () => {
    expect(list("currency_names('fr')").ARM).toBe('Argentine Peso (1881–1970)');
    expect(render("{{ 'ARM'|currency_name('fr') }}")).toBe('Argentine Peso (1881–1970)');
  });

  it('name an unknown locale in the error', () => {
    expect(() => render("{{ country_names('!')|length }}")).toThrow('Unknown locale "!"');
  });
});

describe('filters for one name', () => {
  it('print an unknown code unchanged', () => {
    expect(render("{{ 'XX'|country_name }} {{ 'xx'|language_name('de') }} {{ 'UK'|country_name }}")).toBe(
      'XX xx UK',
    );
  });

  it('return the same locale names as the list', () => {
    expect(render("{{ 'nb_NO'|locale_name('de') }}")).toBe('Norwegisch [Bokmål] (Norwegen)');
  });
});
