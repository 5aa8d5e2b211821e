/** `output: png`, `jpeg` and `webp`: an image of a page in place of the PDF. */
import { expect, it } from 'vitest';
import { readPng } from '../../support/images/read-png.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const twoPages = '<style>@page { size: 100mm 50mm }</style><p style="break-after: page">{{ a }}<p>Two';
const generate = `templates/${await server.template(member.team, twoPages)}/generate`;
const used = async () => (await member.get('usage')).json.data.current_month_usage as number;

it('is the image itself, and costs what the document costs', async () => {
  const before = await used();
  const { status, headers, bytes } = await member.post(generate, {
    data: { a: 'One' },
    output: 'png',
    dpi: 100,
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(headers.get('content-disposition')).toBe('attachment; filename="document.png"');
  const { width, height } = readPng(bytes);
  expect([Math.round(width / 10), Math.round(height / 10)]).toEqual([39, 20]);
  expect((await used()) - before).toBe(1);
});

it('shows the page that is asked for', async () => {
  const body = { html: twoPages, output: 'png', dpi: 50 };
  const [first, second, again] = await Promise.all([
    member.post('html-to-pdf', body),
    member.post('html-to-pdf', { ...body, page: 2 }),
    member.post('html-to-pdf', { ...body, page: 2, config: { pages: '2' } }),
  ]);
  expect(first.bytes.equals(second.bytes)).toBe(false);
  expect(again.json.errors).toEqual({ page: [expect.stringContaining('The document has 1 page')] });
  const jpeg = await member.post('html-to-pdf', { ...body, output: 'jpeg', filename: 'a.jpg' });
  expect([jpeg.headers.get('content-type'), jpeg.bytes.toString('latin1', 6, 10)]).toEqual([
    'image/jpeg',
    'JFIF',
  ]);
});

it('is sent again for its Idempotency-Key', async () => {
  const send = () => member.post(generate, { output: 'webp' }, { 'idempotency-key': 'image-1' });
  const [first, second] = [await send(), await send()];
  expect(second.headers.get('content-type')).toBe('image/webp');
  expect(second.bytes.equals(first.bytes)).toBe(true);
});

it('an image of too many pixels is an error that names dpi, and costs nothing', async () => {
  const before = await used();
  const html = '<style>@page { size: 5000mm 5000mm }</style>Large';
  const { status, json } = await member.post('html-to-pdf', { html, output: 'png', dpi: 600 });
  expect([status, json.errors]).toEqual([422, { dpi: [expect.stringContaining('pixels')] }]);
  expect(await used()).toBe(before);
});

it.each([
  [{ page: 1 }, 'page', 'must only be given for output: png, jpeg, webp'],
  [{ output: 'png', dpi: 601 }, 'dpi', 'must be between 1 and 600'],
  [{ output: 'png', page: 0 }, 'page', 'must be between 1 and 999999'],
  [{ output: 'png', config: { protection: { user_password: 'a' } } }, 'config.protection', 'no password'],
])('%j is an invalid request', async (fields, name, words) => {
  const { status, json } = await member.post(generate, fields);
  expect([status, json.errors]).toEqual([422, { [name]: [expect.stringContaining(words)] }]);
});

it('a merge and a job make no images', async () => {
  const merged = await member.post('templates/merge', { templates: [{ id: 1 }], output: 'png' });
  expect(merged.json.errors).toEqual({ output: ['The output must be one of: base64, url, binary, upload.'] });
  const job = await member.post(generate, { output: 'png' }, { prefer: 'respond-async' });
  expect([job.status, job.json.errors]).toEqual([422, { output: [expect.stringContaining('not for jobs')] }]);
});
