/** The language of a PDF comes from the document, from the settings or from unambiguous text; otherwise it has none. */
import { describe, expect, it } from 'vitest';
import { isDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { holdsText } from '../../support/decompressed-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const print = async (html: string, request?: Partial<RenderRequest>, parts?: Partial<HtmlTemplate>) =>
  (await renderHtml(browser, html, { parts, request })).pdf;

/** Returns the languages of the catalog and of the root structure element. */
function languagesOf(pdf: Uint8Array): (string | undefined)[] {
  const file = new PdfReader(pdf);
  const tree = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const kids = file.get(tree, 'K');
  const root = file.resolve(Array.isArray(kids) ? kids[0] : kids);
  return [file.string(file.catalog, 'Lang'), isDict(root) ? file.string(root, 'Lang') : undefined].map(
    (text) => text?.bytes,
  );
}

const german =
  'Bitte senden Sie uns die unterschriebene Kopie innerhalb von zwei Wochen zurück. Wir eröffnen dann das Konto für Sie und teilen Ihnen mit, welche Unterlagen noch fehlen. Wenn Sie Fragen zu den Bedingungen haben, ist unser Büro für Sie da.';

describe('a document with a language', () => {
  it.each([
    ['<html lang="sv"><p>Hej', 'sv'],
    ['<html lang="en-US"><p>Hello', 'en-US'],
    ['<html xml:lang="pt-BR"><p>Olá', 'pt-BR'],
    ['<body lang="zh-Hant-TW"><p>x', 'zh-Hant-TW'],
    ['<meta http-equiv="content-language" content="it"><p>Ciao', 'it'],
    ['<script>document.documentElement.lang = "nl"</script><p>Dag', 'nl'],
    ['<html lang=""><p>x', undefined],
  ])('keeps it: %s', async (html, expected) => {
    for (const page of [{}, { lang: 'de' }]) {
      expect(languagesOf(await print(html, { page }))).toEqual([expected, expected]);
    }
    expect(languagesOf(await print(html, { compact: false }))).toEqual([expected, expected]);
  });
});

describe('a document without a language', () => {
  it.each<[string, Partial<RenderRequest>, Partial<HtmlTemplate>]>([
    ['the caller', { page: { lang: 'de-AT' }, pageDefaults: { lang: 'fr' } }, { page: { lang: 'it' } }],
    ['the template', { pageDefaults: { lang: 'fr' } }, { page: { lang: 'de-AT' } }],
    ['the project', { pageDefaults: { lang: 'de-AT' } }, {}],
    ['the caller, without scripts', { page: { lang: 'de-AT' } }, { scripts: false }],
  ])('takes that of %s', async (_, request, parts) => {
    expect(languagesOf(await print('<p>x', request, parts))).toEqual(['de-AT', 'de-AT']);
  });

  it('takes the language of unambiguous text, and otherwise has none', async () => {
    expect(languagesOf(await print(`<p>${german}`))).toEqual(['de', 'de']);
    const pdf = await print('<p>Total: 100 <span lang="en-US">Hello</span>', { compact: false });
    expect(languagesOf(pdf)).toEqual([undefined, undefined]);
    for (const compact of [true, false]) {
      expect(holdsText(await print('<p>Total: 100', { compact }), 'en-US')).toBe(false);
    }
  });

  it('takes the language of the caller for hyphenated text', async () => {
    const html = `<style>p { width: 30mm; hyphens: auto }</style><p>Donaudampfschifffahrtsgesellschaft`;
    const [with_, without] = [await print(html, { page: { lang: 'de' } }), await print(html)];
    expect(languagesOf(with_)).toEqual(['de', 'de']);
    expect(languagesOf(without)).toEqual([undefined, undefined]);
  });
});

it.each([
  ['its body', 'document.body.remove()'],
  ['all of the document', 'document.documentElement.remove()'],
])('claims no language for a page whose script removes %s', async (_, script) => {
  expect(languagesOf(await print(`<p>${german}<script>${script}</script>`))[0]).toBeUndefined();
});

describe('numbers and dates', () => {
  const amounts = "{{ 1234.5|format_currency('EUR') }} | {{ '2026-01-31'|format_date('long') }}";
  const english = '€1,234.50 | January 31, 2026';
  const german = '1.234,50 € | 31. Januar 2026';

  const textOf = async (...args: Parameters<typeof print>) =>
    (await readPdf(await print(...args))).pages[0]?.replaceAll('\u00a0', ' ').trim();

  it('are written in the language of the document', async () => {
    const html = `<p>${amounts}</p>`;
    expect(await textOf(html)).toBe(english);
    expect(await textOf(`<html lang="de">${html}`)).toBe(german);
    expect(await textOf(`<!doctype html>\n<html class="a" lang='de'>${html}`)).toBe(german);
    expect(await textOf(html, { page: { lang: 'de' } })).toBe(german);
    expect(await textOf(html, {}, { page: { lang: 'de' } })).toBe(german);
    expect(await textOf(html, { pageDefaults: { lang: 'de' } })).toBe(german);
    expect(await textOf(`<html lang="de">${html}`, { page: { lang: 'en' } })).toBe(english);
  });

  it('are written in the locale that a filter names, and in English without a known language', async () => {
    expect(await textOf(`<html lang="de"><p>{{ 1.5|format_number(locale: 'en') }}`)).toBe('1.5');
    expect(await textOf('<html data-lang="de"><p>{{ 1.5|format_number }}')).toBe('1.5');
    expect(await textOf('<html lang="{{ lang|default }}"><p>{{ 1.5|format_number }}')).toBe('1.5');
    expect(await textOf('<html lang="xx"><p>{{ 3|format_spellout_number }}')).toBe('three');
  });

  it('are written so in headers too', async () => {
    const page = { lang: 'de', header: '<p>{{ 1.5|format_number }}</p>' };
    expect(await textOf('<p>a', { page })).toContain('1,5');
  });
});
