/** The locale and the time zone of a document: in Twig, in its scripts, and in the date of its header. */
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

async function textOf(html: string, page: RenderRequest['page'], parts?: Partial<HtmlTemplate>) {
  const request = { ...(page ? { page } : {}), owner: 'team' };
  const { pdf } = await renderHtml(browser, html, { parts, request });
  return (await readPdf(pdf)).pages.join('\n').replaceAll(/[\u202f\u00a0]/g, ' ');
}

const twig = `{{ '2026-07-01T22:30:00Z'|date('Y-m-d H:i T') }}; {{ '2026-07-01 10:00'|date('H:i T') }};
  {{ date('2026-07-01 10:00') == '2026-07-01T08:00:00Z' ? 'same' : 'other' }};
  {{ 1234.5|format_currency('EUR') }}; {{ '2026-07-01'|format_date('long') }}`;

describe('Twig', () => {
  it('writes dates in UTC and numbers in the language without settings', async () => {
    const text = await textOf(`<html lang="de"><p>${twig}`, undefined);
    expect(text).toMatch(/2026-07-01 22:30 UTC;\s+10:00 UTC;\s+other;\s+1\.234,50 €;\s+1\. Juli 2026/);
  });

  it('reads and writes dates in the time zone, and formats by the locale in place of the language', async () => {
    const text = await textOf(`<html lang="de"><p>${twig}`, { timeZone: 'Europe/Vienna', locale: 'fr' });
    expect(text).toMatch(/2026-07-02 00:30 CEST;\s+10:00 CEST;\s+same;\s+1 234,50 €;\s+1 juillet 2026/);
  });

  it('follows the setting of the caller, of the template, its language and the project, in this order', async () => {
    const amount = `<p>{{ 1234.5|format_currency('EUR') }} {{ '2026-07-01T10:00:00Z'|date('H:i') }}`;
    const template = { page: { locale: 'de', timeZone: 'Europe/Vienna', lang: 'ja' } };
    expect(await textOf(amount, { locale: 'fr', timeZone: 'Asia/Tokyo' }, template)).toMatch(
      /1 234,50 € 19:00/,
    );
    expect(await textOf(amount, undefined, template)).toMatch(/1\.234,50 € 12:00/);
    const pageDefaults = { locale: 'de', timeZone: 'Asia/Tokyo' };
    const { pdf } = await renderHtml(browser, `<html lang="en">${amount}`, { request: { pageDefaults } });
    expect((await readPdf(pdf)).pages[0]).toMatch(/€1,234\.50 19:00/);
  });
});

const script = `<p id="out"></p><script>
  const moment = new Date('2026-07-01T22:30:00Z');
  document.getElementById('out').textContent = [moment.getDate(), moment.toLocaleDateString(),
    (1234.5).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone].join('; ');
</script>`;

describe('scripts', () => {
  it('see the locale and the time zone, in a page of their own and in one that others used', async () => {
    const vienna = { timeZone: 'Europe/Vienna', locale: 'de-AT' };
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    for (let round = 0; round < 2; round++) {
      expect(await textOf(script, vienna)).toContain('2; 2.7.2026; 1 234,5; Europe/Vienna');
      expect(await textOf(script, undefined)).toContain(`7/1/2026; 1,234.5; ${timeZone}`);
      expect(await textOf(script, { locale: 'fr' })).toContain(`01/07/2026; 1 234,5; ${timeZone}`);
    }
  });

  it('do not follow the language of the document, as in a browser', async () => {
    expect(await textOf(`<html lang="de">${script}`, { lang: 'de' })).toContain('1,234.5;');
  });

  it('of a reproducible document see its date in the time zone', async () => {
    const reproducible = { date: new Date('2026-07-01T22:30:00Z') };
    const html =
      '<p id="now"></p><script>document.getElementById("now").textContent = new Date().getHours()</script>';
    const hours = async (page: RenderRequest['page']) => {
      const { pdf } = await renderHtml(browser, html, {
        request: { reproducible, ...(page ? { page } : {}) },
      });
      return (await readPdf(pdf)).pages[0]?.trim();
    };
    expect(await hours(undefined)).toBe('22');
    expect(await hours({ timeZone: 'Europe/Vienna' })).toBe('0');
  });
});

describe('the date of a header', () => {
  const reproducible = { date: new Date('2026-07-01T22:30:00Z') };
  const dateOf = async (html: string, page: RenderRequest['page'] = {}) => {
    const header = '<span class="date"></span>';
    const request = { reproducible, page: { ...page, header } };
    const { pdf } = await renderHtml(browser, html, { request });
    return (await readPdf(pdf)).pages.join(' ').replaceAll(/\s+/g, ' ').trim();
  };

  it.each<[string, RenderRequest['page'], RegExp]>([
    ['<p>x', {}, /7\/1\/26, 10:30 PM/],
    ['<html lang="de"><p>x', {}, /01\.07\.26, 22:30/],
    ['<html lang="de"><p>x', { locale: 'en-GB' }, /01\/07\/2026, 22:30/],
    ['<p>x', { timeZone: 'Europe/Vienna' }, /7\/2\/26, 12:30 AM/],
  ])('of %s with %j is %s', async (html, page, expected) => {
    expect(await dateOf(html, page)).toMatch(expected);
  });
});
