/** `config.pages` over HTTP: on every route that renders, validated before anything is rendered, free where it fails. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const html = ['one', 'two', 'three']
  .map((text) => `<p style="break-after: page">{{ name }} ${text}</p>`)
  .join('')
  .replace(/break-after: page(?=[^<]*three)/, '');
const id = await server.template(member.team, html);
const data = { name: 'Ada' };

async function pagesOf(path: string, body: object): Promise<readonly string[]> {
  const { status, json } = await member.post(path, body);
  expect([status, json.message]).toEqual([200, undefined]);
  return (await readPdf(Buffer.from(json.pdf, 'base64'))).pages.map((text) => text.trim());
}

async function faultOf(path: string, body: object) {
  const before = await member.used();
  const { status, json } = await member.post(path, body);
  expect([status, await member.used()]).toEqual([422, before]);
  return { code: json.code, errors: json.errors };
}

it('html-to-pdf and generate leave the pages, in their order, at the price of the document', async () => {
  const before = await member.used();
  expect(await pagesOf('html-to-pdf', { html, data, config: { pages: '3,1' } })).toEqual([
    'Ada three',
    'Ada one',
  ]);
  expect(await pagesOf(`templates/${id}/generate`, { data, config: { pages: 'last' } })).toEqual([
    'Ada three',
  ]);
  expect(await member.used()).toBe(before + 2);
});

it('works for a document that is too large for the thread of the server', async () => {
  const noise = (page: number) =>
    Array.from({ length: 6_000 }, (_, i) => `word${(i * 7_919 + page * 104_729) % 1_000_003}`).join(' ');
  const long = Array.from(
    { length: 20 },
    (_, i) => `<p style="break-after: page">Part ${i + 1}. ${noise(i)}</p>`,
  );
  const [page = ''] = await pagesOf('html-to-pdf', { html: long.join(''), config: { pages: '1' } });
  expect(page).toContain('Part 1.');
});

it('merge leaves pages of each document, and of the whole', async () => {
  const templates = [
    { id, data, pages: '2-' },
    { id, data: { name: 'Bob' } },
    { id, data, pages: '1' },
  ];
  const merge = (config?: object) => pagesOf('templates/merge', { templates, ...config });
  const all = ['Ada two', 'Ada three', 'Bob one', 'Bob two', 'Bob three', 'Ada one'];
  expect(await merge()).toEqual(all);
  expect(await merge({ config: { pages: 'last,3-4' } })).toEqual(['Ada one', 'Bob one', 'Bob two']);
});

it('a batch leaves the pages of each row', async () => {
  const rows = [{ name: 'Ada' }, { name: 'Bob' }];
  const body = { template_id: id, rows, output: 'merged', config: { pages: '2' } };
  const { status, json } = await member.post('batches', body);
  expect([status, json.message]).toEqual([202, undefined]);
  const end = async (): Promise<string> => {
    const { data: job } = (await member.get(`jobs/${json.data.id}?wait=30`)).json;
    return job.finished_at === null ? await end() : job.state;
  };
  expect(await end()).toBe('finished');
  const { bytes } = await member.get(`jobs/${json.data.id}/result`);
  expect((await readPdf(bytes)).pages.map((text) => text.trim())).toEqual(['Ada two', 'Bob two']);
});

it('a page that is not there is an error that names the field and the number of pages', async () => {
  const missing = 'The document has 3 pages; 4- selects none.';
  const config = { pages: '4-' };
  const fault = { code: 'invalid_option', errors: { 'config.pages': [missing] } };
  expect(await faultOf('html-to-pdf', { html, config })).toEqual(fault);
  expect(await faultOf(`templates/${id}/generate`, { config })).toEqual(fault);
  expect(await faultOf('templates/merge', { templates: [{ id }], config })).toEqual(fault);
  const templates = [{ id }, { id, pages: '4-' }];
  expect(await faultOf('templates/merge', { templates })).toEqual({
    code: 'invalid_option',
    errors: { 'templates.1.pages': [`templates.1: ${missing}`] },
  });
});

it('what is no selection is an error of the request', async () => {
  const rule = (field: string) => ({
    code: 'invalid_request',
    errors: {
      [field]: [`The ${field} must be numbers and ranges of pages from 1 on, such as 1-3,7,9- or last.`],
    },
  });
  for (const pages of ['', '0', 'all', '1..3']) {
    expect(await faultOf('html-to-pdf', { html, config: { pages } })).toEqual(rule('config.pages'));
    expect(await faultOf('batches', { template_id: id, rows: [{}], config: { pages } })).toEqual(
      rule('config.pages'),
    );
    expect(await faultOf('templates/merge', { templates: [{ id, pages }] })).toEqual(
      rule('templates.0.pages'),
    );
  }
});
