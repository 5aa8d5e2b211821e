/** The filter `trans`, and the files of translations that a template has. */
import { describe, expect, it } from 'vitest';
import { checkTemplateFolder } from '../../../../src/template/check/check-template-folder.ts';
import { readTemplateFolder } from '../../../../src/template/load/read-template-folder.ts';
import { compile } from '../../../../src/twig/index.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

const languages = {
  de: { Invoice: 'Rechnung', 'Dear %name%,': 'Guten Tag %name%,', constructor: 'Erbauer', '<b>': '<i>' },
  'de-ch': { 'Dear %name%,': 'Grüezi %name%' },
  fr: { Invoice: 'Facture' },
};
const render = (template: string, language?: string, data = {}) =>
  compile(template, { translations: { language, languages } }).render(data);

describe('the filter "trans"', () => {
  it.each([
    ['de', 'Rechnung'],
    ['de-AT', 'Rechnung'],
    ['de_CH', 'Rechnung'],
    ['FR', 'Facture'],
    ['it', 'Invoice'],
    [undefined, 'Invoice'],
  ])('prints the text in the language of the document, %s', (language, shown) => {
    expect(render("{{ 'Invoice'|trans }}", language)).toBe(shown);
  });

  it('replaces parameters, in a text without a translation too', () => {
    const template = "{{ 'Dear %name%,'|trans({'%name%': name}) }}";
    expect(render(template, 'de', { name: 'Ann' })).toBe('Guten Tag Ann,');
    expect(render(template, 'de-CH', { name: 'Ann' })).toBe('Grüezi Ann');
    expect(render(template, 'fr', { name: 'Ann' })).toBe('Dear Ann,');
    expect(() => render("{{ 'a'|trans('b') }}")).toThrow('a mapping of parameters');
  });

  it('takes another language as its argument', () => {
    expect(render("{{ 'Invoice'|trans(locale: 'fr') }} {{ 'Invoice'|trans({}, null, 'fr_CA') }}", 'de')).toBe(
      'Facture Facture',
    );
  });

  it('prints a text that is no entry of its own, and escapes translations', () => {
    expect(render("{{ 'toString'|trans }} {{ 'constructor'|trans }} {{ '<b>'|trans }}", 'de')).toBe(
      'toString Erbauer &lt;i&gt;',
    );
    expect(render("{{ 'constructor'|trans(locale: '__proto__') }}", 'de')).toBe('constructor');
  });

  it('prints the text of a template without translations', () => {
    expect(compile("{{ 'Invoice'|trans }}").render({})).toBe('Invoice');
  });
});

describe('the folder "translations" of a template', () => {
  const read = async (files: Readonly<Record<string, string>>) =>
    (await readTemplateFolder(temporaryFolder({ 'template.html': 'T', ...files }))).template.translations;

  it('has a file for each language, whose texts may be grouped', async () => {
    const found = await read({
      'translations/de.json': '{"Invoice": "Rechnung", "total": {"net": "Netto"}}',
      'translations/pt_BR.json': '{}',
    });
    expect(found).toEqual({ de: { Invoice: 'Rechnung', 'total.net': 'Netto' }, 'pt-br': {} });
  });

  it('may be missing', async () => {
    expect(await read({})).toBeUndefined();
  });

  it('is checked for texts that a language lacks, and for a language', async () => {
    const check = async (files: Readonly<Record<string, string>>) =>
      (await checkTemplateFolder(temporaryFolder({ 'template.html': '<p>T</p>', ...files }))).warnings.map(
        ({ message }) => message,
      );
    const german = { 'translations/de.json': '{"a": "1", "b": "2"}', 'template.json': '{"lang": "de"}' };
    expect(await check({ ...german, 'translations/de-CH.json': '{"a": "3"}' })).toEqual([]);
    expect(await check({ ...german, 'translations/fr.json': '{"a": "3", "c": "4"}' })).toEqual([
      'The translations of "de" lack "c", which another language has.',
      'The translations of "fr" lack "b", which another language has.',
    ]);
    expect(await check({ 'translations/de.json': '{}' })).toEqual([expect.stringMatching(/has no "lang"/)]);
    expect(await check({ 'translation/de.json': '{}' })).toEqual([
      expect.stringMatching(/translation\/ is not used\. Did you mean .*translations\/\?/),
    ]);
  });

  it.each([
    ['translations/german.txt', '', /german\.txt is not named after a language/],
    ['translations/de.json', '{"Invoice": 5}', /"Invoice" is not a translation: a translation is a text/],
    ['translations/de.json', '["a"]', /The file is not a translation/],
    ['translations/de.json', '{"a": "b"', /not valid JSON/],
  ])('refuses %s with %s', async (path, text, message) => {
    await expect(read({ [path]: text })).rejects.toThrow(message);
  });
});
