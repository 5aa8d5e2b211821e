/** `POST /html-to-pdf` with Markdown, and templates whose text is Markdown. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team({ plan: 'discovery' });

const post = (body: object) => member.post('html-to-pdf', { output: 'binary', ...body });

it('renders Markdown with data for one credit, and config overrides its front matter', async () => {
  const before = await member.used();
  const markdown = '---\ntitle: Order {{ n }}\nformat: A5\norientation: landscape\n---\n\n- {{ a }}\n';
  const { status, bytes } = await post({ markdown, data: { n: 7, a: '<b>*x*' }, config: { format: 'A6' } });
  expect(status).toBe(200);
  const pdf = await readPdf(bytes);
  expect(pdf.pages[0]).toBe('1\nOrder 7\n<b>*x*');
  expect(pdf.sizes).toEqual([{ width: 148, height: 105 }]);
  expect(pdf.info).toMatchObject({ Title: 'Order 7' });
  expect(await member.used()).toBe(before + 1);
});

it.each([
  [{}, 'html', 'The html field is required.'],
  [{ html: 'a', markdown: 'b' }, 'markdown', 'The markdown must not be given together with html.'],
  [{ markdown: '' }, 'markdown', 'The markdown field must not be empty.'],
  [{ markdown: 7 }, 'markdown', 'The markdown must be a string.'],
])('rejects %j without a charge', async (body, field, message) => {
  const before = await member.used();
  const { status, json } = await post(body);
  expect(status).toBe(422);
  expect(json.errors).toEqual({ [field]: [message] });
  expect(await member.used()).toBe(before);
});

it('names the line of wrong front matter and of wrong Twig, without a charge', async () => {
  const before = await member.used();
  const front = await post({ markdown: '---\ntitle: A\nmargins: wide\n---\nText' });
  expect(front.status).toBe(422);
  expect(front.json).toMatchObject({ code: 'invalid_template', part: 'template', line: 3 });
  const twig = await post({ markdown: '---\ntitle: A\n---\n\n{{ a|b }}' });
  expect(twig.json).toMatchObject({ code: 'invalid_template', part: 'template', line: 5 });
  expect(await member.used()).toBe(before);
});

it('ends Markdown that takes too long, without a charge, and goes on', async () => {
  const before = await member.used();
  const notes = Array.from({ length: 30_000 }, (_, index) => `[^${index}]: a\n\n`).join('');
  const uses = Array.from({ length: 30_000 }, (_, index) => `[^${index}]`).join(' ');
  const { status, json } = await post({ markdown: `${notes}${uses}` });
  expect([status, json.code]).toEqual([422, 'invalid_template']);
  expect(await member.used()).toBe(before);
  expect((await post({ markdown: 'still here' })).status).toBe(200);
});

it('reaches nothing that HTML does not reach', async () => {
  const { status, headers } = await post({
    markdown: '![x](http://127.0.0.1:9/a.png)\n\n<img src="file:///etc/passwd">',
  });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
});

it('takes document.md with its files', async () => {
  const form = new FormData();
  form.append('files', new Blob(['# Hello {{ name }}\n\n![dot](assets/dot.svg)']), 'document.md');
  form.append(
    'files',
    new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><text y="20">dot</text></svg>']),
    'assets/dot.svg',
  );
  form.append('data', '{"name":"Ada"}');
  form.append('output', 'binary');
  const { status, bytes } = await member.send('html-to-pdf', { method: 'POST', body: form });
  expect(status).toBe(200);
  expect((await readPdf(bytes)).pages[0]).toContain('Hello Ada');
});
