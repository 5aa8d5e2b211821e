/** `config.header` and `config.footer` for some pages, over HTTP. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();

const html = '<h1>One</h1><p style="break-after: page">Body 1</p><p>Body 2</p>';

const send = (config: object, document = html) =>
  member.send('html-to-pdf', {
    method: 'POST',
    body: JSON.stringify({ html: document, data: { name: 'Ada' }, config, output: 'binary' }),
    headers: { 'content-type': 'application/json' },
  });

it('prints each on its pages, filled with data and page', async () => {
  const config = {
    header: {
      default: '{{ page.section }} for {{ name }}, {{ page.number }} of {{ page.count }}',
      first: '',
    },
    footer: 'Foot',
    margins: { top: 'auto' },
  };
  const { status, bytes } = await send(config);
  expect(status).toBe(200);
  const [first, second] = (await readPdf(bytes)).pages;
  expect(first).not.toContain('for Ada');
  expect(second).toContain('One for Ada, 2 of 2');
  expect([first, second].every((text) => text?.includes('Foot'))).toBe(true);
});

it('names a key that is unknown, and what would be right', async () => {
  const before = await member.used();
  const unknown = await send({ header: { default: 'x', frist: 'y' } });
  expect(unknown.status).toBe(422);
  expect(unknown.json.errors).toEqual({
    'config.header.frist': [
      expect.stringContaining('"first"? Allowed: default, first, last, left, right, named.'),
    ],
  });
  const wrong = await send({ header: 7, margins: { left: 'auto', top: 'high' } });
  expect(wrong.json.errors).toMatchObject({
    'config.header': [expect.stringContaining('default, first, last, left, right, named')],
    'config.margins.left': [expect.any(String)],
    'config.margins.top': [expect.stringContaining('"auto"')],
  });
  expect(await member.used()).toEqual(before);
});

it('names the header and the line of an error in Twig, and charges nothing', async () => {
  const before = await member.used();
  const syntax = await send({ header: { default: 'x', last: '\n{% nosuch %}' } });
  expect(syntax.json).toMatchObject({ part: 'header', field: 'last', line: 2 });
  const late = await send({ footer: { default: '{{ 1 % (page.number - 2) }}' } });
  expect(late.json).toMatchObject({ part: 'footer', line: 1 });
  expect(await member.used()).toEqual(before);
});

it('takes them as files of a form', async () => {
  const form = new FormData();
  const files = {
    'document.html': html,
    'header.html': 'Others',
    'header-first.html': 'First',
    'header-last.html': 'Last',
  };
  for (const [path, content] of Object.entries(files)) form.append('files', new Blob([content]), path);
  form.append('output', 'binary');
  const { status, bytes } = await member.send('html-to-pdf', { method: 'POST', body: form });
  expect(status).toBe(200);
  const { pages } = await readPdf(bytes);
  expect(pages.map((text) => /First|Others|Last/.exec(text)?.[0])).toEqual(['First', 'Last']);
});
