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
