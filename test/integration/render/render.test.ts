import { describe, expect, it } from 'vitest';
import { paperNames, paperSizes } from '../../../src/contract/page.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

const template = (parts: Partial<HtmlTemplate>): HtmlTemplate => ({
  name: 'test',
  html: '',
  page: {},
  metadata: {},
  partials: {},
  assets: noAssets,
  ...parts,
});

async function run(parts: Partial<HtmlTemplate>, request: Partial<RenderRequest> = {}) {
  const deadline = new Deadline();
  try {
    return await render({ template: template(parts), data: {}, ...request }, { browser, deadline });
  } finally {
    deadline.close();
  }
}

const runAndRead = async (...args: Parameters<typeof run>) => readPdf((await run(...args)).pdf);

describe('a document', () => {
  it('is its template filled with data, including header, footer, partials and properties', async () => {
    const pdf = await runAndRead(
      {
        html: '{% include "row.html" with { text: name } %} 1 < 2',
        page: { header: 'For {{ name }}', footer: '<span class="pageNumber"></span> of {{ total }}' },
        metadata: { title: 'Letter to {{ name }}' },
        partials: { 'row.html': '<p>Dear {{ text }}</p>' },
      },
      { data: { name: 'Ann & Co', total: 7 } },
    );
    expect(pdf.pages).toEqual([expect.stringMatching(/Dear Ann & Co\s+1 < 2\s*For Ann & Co\s*1 of 7/)]);
    expect(pdf.info.Title).toBe('Letter to Ann & Co');
  });

  it.each(paperNames)('can be on %s in portrait and landscape', async (format) => {
    const [width, height] = paperSizes[format];
    const upright = await runAndRead({ html: 'x', page: { format } });
    const turned = await runAndRead({ html: 'x', page: { format } }, { page: { orientation: 'landscape' } });
    expect(upright.sizes[0]?.width).toBeCloseTo(width, -0.5);
    expect(upright.sizes[0]?.height).toBeCloseTo(height, -0.5);
    expect(turned.sizes[0]?.width).toBeCloseTo(height, -0.5);
    expect(turned.sizes[0]?.height).toBeCloseTo(width, -0.5);
  });

  it('reports pages, bytes and the time of each step', async () => {
    const { pdf, report } = await run({ html: '<p style="break-after: page">1</p>2' });
    expect(report.pages).toBe(2);
    expect(report.bytes).toBe(pdf.length);
    expect(Object.keys(report.timings)).toEqual(['fill', 'browser', 'load', 'print', 'finish', 'total']);
  });
});

describe('properties', () => {
  const metadata = {
    title: 'Rechnung № 5 – 発票 {{ n }}',
    author: 'Ανδρέας "A" <b>',
    subject: 'فاتورة & more',
    keywords: 'one, two; три',
    creator: 'Billing 😀',
  };

  it('are written to both Info and XMP, in any script, with placeholders filled', async () => {
    const pdf = await runAndRead({ html: 'x', metadata }, { data: { n: 12 } });
    expect(pdf.info).toMatchObject({
      Title: 'Rechnung № 5 – 発票 12',
      Author: 'Ανδρέας "A" <b>',
      Subject: 'فاتورة & more',
      Keywords: 'one, two; три',
      Creator: 'Billing 😀',
    });
    for (const text of ['Rechnung № 5 – 発票 12', 'Ανδρέας', 'فاتورة &amp; more', 'три', 'Billing 😀'])
      expect(pdf.xmp).toContain(text);
  });

  it('of the caller replace those of the template, key by key', async () => {
    const pdf = await runAndRead(
      { html: 'x', metadata: { title: 'T', author: 'A' } },
      { metadata: { title: 'C' } },
    );
    expect(pdf.info).toMatchObject({ Title: 'C', Author: 'A' });
  });

  it('that are missing come from the document and are never a URL or a browser’s name', async () => {
    expect((await runAndRead({ html: '<title>Own title</title>x' })).info.Title).toBe('Own title');
    const untitled = await runAndRead({ html: '<img src="a.svg">x' });
    expect(untitled.info.Title ?? '').toBe('');
    const heading = '<h2>Second</h2><h1 hidden>Hidden</h1><h1> The <em>first</em>\n heading </h1>x';
    for (const scripts of [true, false]) {
      const headed = await runAndRead({ html: heading, scripts });
      expect(headed.info.Title).toBe('The first heading');
      expect(headed.xmp).toContain('The first heading');
    }
    expect((await runAndRead({ html: heading, metadata: { title: 'Given' } })).info.Title).toBe('Given');
    expect((await runAndRead({ html: '<p>x</p><h3>Third</h3>' })).info.Title).toBe('Third');
    expect(JSON.stringify(untitled.info)).not.toMatch(/invalid|about:blank|Mozilla|Headless/);
  });
});

describe('reproducible output', () => {
  const parts = {
    html: '<html lang="en"><title>R</title><h1>Hello</h1><table><tr><th>a<td>b</table><p>{{ "now"|date("Y") }}</p></html>',
    metadata: { author: 'Ann' },
    page: { footer: '<span class="pageNumber"></span>' },
  };
  const reproducible = { date: new Date('2020-02-03T04:05:06Z') };

  it('has the same bytes for the same input, whatever was printed before', async () => {
    const first = await run(parts, { reproducible });
    await run({ html: '<table><tr><th>other<td>table</table>' });
    const second = await run(parts, { reproducible });
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    const read = await readPdf(first.pdf);
    expect(read.info.CreationDate).toContain('20200203040506');
    expect(read.pages[0]).toContain('2020');
  });
});

describe('strict', () => {
  it('turns an undefined variable into an error of the template', async () => {
    await expect(run({ html: '\n{{ nope }}' }, { strict: true })).rejects.toMatchObject({
      part: 'template',
      line: 2,
    });
    expect((await runAndRead({ html: '[{{ nope }}]' })).pages[0]).toBe('[]');
  });

  it('reports all problems of the page together', async () => {
    const html = '<img src="no.png"><script>throw new Error("boom")</script>\u{10450}';
    const failing = run({ html }, { strict: true });
    await expect(failing).rejects.toMatchObject({
      code: 'strict',
      errors: {
        document: [
          'no.png did not load: there is no such file that the document may use',
          'A script failed: Error: boom',
          'No font has these characters: \u{10450}',
        ],
      },
    });
  });

  it('accepts a clean document', async () => {
    await expect(
      run({ html: '<p>Clean {{ a }}</p>' }, { strict: true, data: { a: 1 } }),
    ).resolves.toBeTruthy();
  });
});

describe('errors', () => {
  it.each([
    ['template', { html: 'a\n{{ 1 + }}' }],
    ['header', { html: 'x', page: { header: 'a\n{% if %}' } }],
    ['footer', { html: 'x', page: { footer: 'a\n{{ x|nope }}' } }],
  ])('of Twig name the part and the line: %s', async (part, parts) => {
    await expect(run(parts)).rejects.toMatchObject({ part, line: 2 });
  });

  it('in margins are reported before rendering starts', async () => {
    await expect(run({ html: '{{ broken' }, { page: { margins: { left: 300 } } })).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });

  it('caused by a timeout name the step', async () => {
    await browser.ready();
    const deadline = new Deadline(1_500);
    const request = { template: template({ html: '<script>for (;;);</script>' }), data: {} };
    await expect(render(request, { browser, deadline })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(
        /^No PDF within 1\.5 s: the time ran out while loading the page\. This step had run for \d\.\d s, for 1 KB of HTML\.$/,
      ),
      hint: 'A script that never ends or window.pdfapiReady may block the page; without scripts: --no-scripts. For more time: --timeout 2m.',
    });
  });

  it('caused by an abort end the render', async () => {
    const giveUp = new AbortController();
    const deadline = new Deadline(30_000, giveUp.signal);
    const request = { template: template({ html: '<script>for (;;);</script>' }), data: {} };
    setTimeout(() => giveUp.abort(), 200);
    await expect(render(request, { browser, deadline })).rejects.toMatchObject({ name: 'AbortError' });
    deadline.close();
  });
});
