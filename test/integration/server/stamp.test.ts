/** `config.stamp` over HTTP: of a document and of a template, validated before anything is rendered, free where it fails. */
import { expect, it } from 'vitest';
import { fixture } from '../../support/pdf/fixture.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const html = '<p>{{ name }} one</p><p style="break-before: page">two</p>';
const id = await server.template(member.team, html);
const data = { name: 'Ada' };
const number = { html: '<b>{{ name }} {{ page.number }}/{{ page.count }}</b>' };
const form = { pdf: fixture('form').toString('base64'), under: true };

async function pagesOf(path: string, body: object): Promise<readonly string[]> {
  const { status, json } = await member.post(path, body);
  expect([status, json.message]).toEqual([200, undefined]);
  const { pages } = await readPdf(Buffer.from(json.pdf, 'base64'));
  return pages.map((text) => text.replace(/\s+/g, ' ').trim());
}

it('is over or under the chosen pages', async () => {
  const before = await member.used();
  const stamp = [form, { ...number, pages: '2' }];
  const pages = await pagesOf('html-to-pdf', { html, data, config: { stamp } });
  expect(pages).toEqual([
    expect.stringMatching(/Form.*Ada one/),
    expect.stringMatching(/Form.*two.*Ada 2\/2/),
  ]);
  expect(await pagesOf(`templates/${id}/generate`, { data, config: { stamp: number, pages: '2' } })).toEqual([
    expect.stringMatching(/two.*Ada 1\/1|Ada 1\/1.*two/),
  ]);
  expect(await member.used()).toBe(before + 2);
});

it('is on the pages of a merged file, whose pages it counts', async () => {
  const before = await member.used();
  const templates = [
    { id, data },
    { id, data, pages: '2' },
  ];
  const stamp = [
    form,
    { html: '<b>{{ name|default("none") }} {{ page.number }}/{{ page.count }}</b>', pages: '2-' },
  ];
  const warned = await pagesOf('templates/merge', { templates, config: { stamp, pages: '1,3' } });
  expect(warned).toEqual([
    expect.stringMatching(/Form.*Ada one/),
    expect.stringMatching(/Form.*two.*none 2\/2/),
  ]);
  expect(await member.used()).toBe(before + 2);
});

it.each([
  [{ ...number, pages: '9' }, 'invalid_option', 'The document has 4 pages; 9 selects none.'],
  [{ pdf: 'AAAA' }, 'invalid_pdf', 'config.stamp cannot be used'],
  [{ html: '{{ page. }}' }, 'invalid_template', 'config.stamp'],
])('%j on a merged file is an error, and free', async (stamp, code, message) => {
  const before = await member.used();
  const templates = [
    { id, data },
    { id, data },
  ];
  const { status, json } = await member.post('templates/merge', { templates, config: { stamp } });
  expect(JSON.stringify(json)).toContain(message);
  expect([status, json.code, await member.used()]).toEqual([422, code, before]);
});

it('is on each PDF of a batch, with the data of its row', async () => {
  const rows = [{ name: 'Eve' }, { name: 'Ian' }];
  const { status, json } = await member.post('batches', {
    template_id: id,
    rows,
    output: 'merged',
    config: { stamp: [number, form] },
  });
  expect([status, json.message]).toEqual([202, undefined]);
  for (;;) {
    const { json: shown } = await member.get(`jobs/${json.data.id}?wait=30`);
    if (shown.data.finished_at !== null) break;
  }
  const { bytes } = await member.get(`jobs/${json.data.id}/result`);
  const { pages } = await readPdf(bytes);
  expect(pages.map((text) => /Form/.test(text) && (/(?:Eve|Ian) \d\/\d/.exec(text)?.[0] ?? ''))).toEqual([
    'Eve 1/2',
    'Eve 2/2',
    'Ian 1/2',
    'Ian 2/2',
  ]);
});

it.each([
  [{ html: '<p>', pdf: 'AAAA' }, 'invalid_request', 'must have either html or pdf'],
  [{ under: true }, 'invalid_request', 'must have either html or pdf'],
  [{ pdf: 'no Base64!' }, 'invalid_request', 'must be a PDF in Base64'],
  [[], 'invalid_request', '1 to 10'],
  [{ ...number, pages: '3' }, 'invalid_option', 'The document has 2 pages; 3 selects none.'],
  [{ pdf: 'AAAA' }, 'invalid_pdf', 'config.stamp cannot be used'],
  [{ html: '{{ page. }}' }, 'invalid_template', 'config.stamp'],
])('%j is an error, and free', async (stamp, code, message) => {
  const before = await member.used();
  const { status, json } = await member.post('html-to-pdf', { html, data, config: { stamp } });
  expect(JSON.stringify(json)).toContain(message);
  expect([status, json.code, await member.used()]).toEqual([422, code, before]);
});
