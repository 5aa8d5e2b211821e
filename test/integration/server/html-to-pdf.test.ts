/** `POST /html-to-pdf`. */
import { expect, it } from 'vitest';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team({ plan: 'discovery' });

const print = async (html: string, config?: object, data?: object) => {
  const body = { html, output: 'binary', ...(config ? { config } : {}), ...(data ? { data } : {}) };
  const { status, bytes, json } = await member.post('html-to-pdf', body);
  expect([status, json.message]).toEqual([200, undefined]);
  return await readPdf(bytes);
};

it('renders HTML with Twig, filled from data, for one credit', async () => {
  const before = await member.used();
  const pdf = await print(
    '<h1>{{ title|upper }}</h1>{% for i in list %}<p>{{ i }}</p>{% endfor %}',
    undefined,
    {
      title: 'list',
      list: ['one', 'two'],
    },
  );
  expect(pdf.pages[0]?.split('\n')).toEqual(['LIST', 'one', 'two']);
  expect(await member.used()).toBe(before + 1);
});

it('prints an undefined variable as nothing', async () => {
  expect((await print('<p>a{{ nothing.at.all }}b</p>', undefined, { other: 1 })).pages).toEqual(['ab']);
});

it('defaults to A4 portrait with margins of 10 mm', async () => {
  const pdf = await print('<style>body { margin: 0 }</style><p style="margin: 0">corner</p>');
  expect(pdf.sizes).toEqual([{ width: 210, height: 297 }]);
  expect(pdf.place(1, 'corner').left).toBeCloseTo(10, 0);
});

it.each([
  [{ format: 'a5' }, 148, 210],
  [{ format: 'LETTER', orientation: 'landscape' }, 279, 216],
  [{ format: 'Ledger' }, 432, 279],
  [{ orientation: 'landscape' }, 297, 210],
])('accepts %j in any case', async (config, width, height) => {
  expect((await print('a', config)).sizes).toEqual([{ width, height }]);
});

it('sets the language of HTML that declares none', async () => {
  const response = await member.post('html-to-pdf', {
    html: '<p>x',
    config: { lang: 'DE-at' },
    output: 'binary',
  });
  const file = new PdfReader(response.bytes);
  expect(file.string(file.catalog, 'Lang')?.bytes).toBe('de-AT');
});

it('applies @page size only if the request has neither format nor orientation', async () => {
  const html = '<style>@page { size: 100mm 50mm }</style>a';
  expect((await print(html)).sizes).toEqual([{ width: 100, height: 50 }]);
  expect((await print(html, { margins: { top: 0 } })).sizes).toEqual([{ width: 100, height: 50 }]);
  expect((await print(html, { format: 'A6' })).sizes).toEqual([{ width: 105, height: 148 }]);
});

it('prints header and footer with page numbers and data, and sets the properties', async () => {
  const pdf = await print(
    '<p>one</p><p style="break-before: page">two</p>',
    {
      margins: { top: 30, bottom: 30 },
      header: '<p style="font-size: 10px">For {{ name }}</p>',
      footer:
        '<p style="font-size: 10px"><span class="pageNumber"></span>/<span class="totalPages"></span></p>',
      metadata: { title: 'To {{ name }}', keywords: 'k' },
    },
    { name: 'Ada' },
  );
  expect(pdf.pages.map((page) => page.replaceAll('\n', ' '))).toEqual([
    expect.stringMatching(/For Ada/),
    expect.stringMatching(/2\/2/),
  ]);
  expect(pdf.info).toMatchObject({ Title: 'To Ada', Keywords: 'k' });
});

it('lets a document reach neither this machine nor its network', async () => {
  const pdf = await print(
    `<p>before</p><iframe src="${server.url}/version"></iframe><iframe src="file:///etc/passwd"></iframe>
     <img src="http://169.254.169.254/"><script>fetch('${server.url}/healthz').then(() => document.body.append('REACHED'))</script>`,
  );
  expect(pdf.pages.join(' ')).not.toMatch(/REACHED|root:|"api"/);
});

it('rejects a document that navigates away, and charges nothing', async () => {
  const before = await member.used();
  const { status, json } = await member.post('html-to-pdf', {
    html: '<meta http-equiv="refresh" content="0;url=https://example.com">',
  });
  expect([status, typeof json.message]).toEqual([422, 'string']);
  expect(await member.used()).toBe(before);
});

it('prints text with control characters and lone surrogates', async () => {
  const body =
    '{ "html": "<p>{{ text }}</p>", "data": { "text": "ä\\u0000\\ud800 ok" }, "output": "binary" }';
  const { status, bytes } = await member.post('html-to-pdf', body);
  expect(status).toBe(200);
  expect((await readPdf(bytes)).pages[0]).toMatch(/^ä.*ok$/);
});

it('prints braces unchanged if no data is sent, with a warning in a header', async () => {
  const body = { html: '<p v-if="a">{{ message }}</p>', output: 'binary' };
  for (const none of [{}, { data: {} }]) {
    const { bytes, headers } = await member.post('html-to-pdf', { ...body, ...none });
    expect((await readPdf(bytes)).pages).toEqual(['{{ message }}']);
    expect(headers.get('pdfapi-warning')).toBe(
      'No data was given, so {{ ... }} is printed as it is; it looks like a page of Vue.',
    );
  }
  const filled = await member.post('html-to-pdf', { ...body, data: { message: 'Hello' } });
  expect((await readPdf(filled.bytes)).pages).toEqual(['Hello']);
  expect(filled.headers.get('pdfapi-warning')).toBeNull();
  const other = await member.post('html-to-pdf', { ...body, data: { other: 1 } });
  expect((await readPdf(other.bytes)).pages.join('')).not.toContain('{{');
});

it('warns of a page size that is none', async () => {
  const { headers } = await member.post('html-to-pdf', { html: '<style>@page { size: folio }</style><p>a' });
  expect(headers.get('pdfapi-warning')).toContain('{ size: folio } is ignored');
});
