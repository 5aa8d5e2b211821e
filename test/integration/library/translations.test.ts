/** Templates with `translations/`, as a program and a server print them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../src/index.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const options = { browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 };
let isolated: Renderer;

beforeAll(async () => {
  isolated = await openRenderer({ ...options, isolateTemplates: true });
});
afterAll(() => isolated.close());

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.join('\n');

const template = {
  'template.html': "<title>x</title><p>{{ 'Invoice'|trans }} {{ n }}</p>{% include 'end.html' %}",
  'partials/end.html': "<p>{{ 'Total'|trans }}</p>",
  'footer.html': "{{ 'Page %n%'|trans({'%n%': page.number}) }}",
  'template.json': '{"lang": "de", "metadata": {"title": "{{ \'Invoice\'|trans }}"}}',
  'translations/de.json': '{"Invoice": "Rechnung", "Total": "Summe", "Page %n%": "Seite %n%"}',
  'translations/fr.json': '{"Invoice": "Facture", "Total": "Somme", "Page %n%": "Feuille %n%"}',
};

it('are printed in the language of template.json, or of the caller, in every part', async () => {
  const german = await isolated.render({ template, data: { n: 7 } });
  const french = await isolated.render({ template, data: { n: 7 }, lang: 'fr-CA' });
  const other = await isolated.render({ template, data: { n: 7 }, lang: 'it' });
  expect(await textOf(german.pdf)).toMatch(/Rechnung 7\s*Summe\s*Seite 1/);
  expect(await textOf(french.pdf)).toMatch(/Facture 7\s*Somme\s*Feuille 1/);
  expect(await textOf(other.pdf)).toMatch(/Invoice 7\s*Total\s*Page 1/);
  expect((await readPdf(german.pdf)).info).toMatchObject({ Title: 'Rechnung' });
  expect((await readPdf(french.pdf)).info).toMatchObject({ Title: 'Facture' });
});
