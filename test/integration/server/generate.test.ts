/** `POST /templates/{template_id}/generate`. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer();
const pro = await server.team();
const hello = await server.template(pro.team, {
  'template.html': '<p>Hello {{ name }}</p>',
  'template.json': '{ "metadata": { "title": "For {{ name }}", "author": "The template" } }',
});

it('fills the template with data, and charges one PDF', async () => {
  const before = await pro.used();
  const { status, json } = await pro.post(`templates/${hello}/generate`, { data: { name: 'Ada' } });
  expect(status).toBe(200);
  const pdf = Buffer.from(json.pdf, 'base64');
  expect(json).toMatchObject({
    success: true,
    filename: 'document.pdf',
    size: pdf.length,
    usage: { current: before + 1, limit: 15_000, pack_credits: 0 },
  });
  const { pages, info } = await readPdf(pdf);
  expect(pages).toEqual(['Hello Ada']);
  expect(info).toMatchObject({ Title: 'For Ada', Author: 'The template' });
  expect(await pro.used()).toBe(before + 1);
});

it('accepts {} as a body, since every field has a default', async () => {
  const { status, json } = await pro.post(`templates/${hello}/generate`, {});
  expect(status).toBe(200);
  expect((await readPdf(Buffer.from(json.pdf, 'base64'))).pages).toEqual(['Hello']);
});

it('renders the published version, not a later draft', async () => {
  const name = 'with a draft';
  const id = await server.template(pro.team, '<p>first</p>', { name });
  await server.template(pro.team, '<p>second</p>', { name, publish: false });
  const text = async () => {
    const { json } = await pro.post(`templates/${id}/generate`, {});
    return (await readPdf(Buffer.from(json.pdf, 'base64'))).pages[0];
  };
  expect(await text()).toBe('first');
  await server.store.templates.publish(pro.team.id, id);
  expect(await text()).toBe('second');
});

it('renders a stored version with files that could no longer be pushed', async () => {
  const files = { 'template.html': '<p>old</p>', 'assets/x.exe': 'MZ', 'node_modules/x.js': '' };
  const id = await server.template(pro.team, files);
  const { json } = await pro.post(`templates/${id}/generate`, {});
  expect((await readPdf(Buffer.from(json.pdf, 'base64'))).pages).toEqual(['old']);
});

it('returns 422 for a template that was never published', async () => {
  const id = await server.template(pro.team, '<p>draft</p>', { publish: false });
  const { status, json } = await pro.post(`templates/${id}/generate`, {});
  expect(status).toBe(422);
  expect(json.message).toBe(`Template ${id} has no published version.`);
});

it('overrides single properties of the template, with placeholders, for this request only', async () => {
  const info = async (metadata?: object) => {
    const { json } = await pro.post(`templates/${hello}/generate`, { data: { name: 'Ada' }, metadata });
    return (await readPdf(Buffer.from(json.pdf, 'base64'))).info;
  };
  await info();
  const first = { title: '{{ name }} & Co', author: 'Me', subject: 'S', keywords: 'a, b', creator: 'C' };
  expect(await info(first)).toMatchObject({
    Title: 'Ada & Co',
    Author: 'Me',
    Subject: 'S',
    Keywords: 'a, b',
    Creator: 'C',
  });
  expect(await info({ title: 'Another' })).toMatchObject({ Title: 'Another', Author: 'The template' });
  expect(await info()).toMatchObject({ Title: 'For Ada', Author: 'The template' });
});

it('rejects data that does not match the template’s schema, naming each field, and charges nothing', async () => {
  const id = await server.template(pro.team, {
    'template.html': '<p>{{ total }}</p>',
    'schema.json': JSON.stringify({
      type: 'object',
      required: ['total'],
      properties: { total: { type: 'number' }, lines: { type: 'array', items: { type: 'string' } } },
    }),
  });
  const before = await pro.used();
  const { status, json } = await pro.post(`templates/${id}/generate`, { data: { lines: ['a', 1] } });
  expect(status).toBe(422);
  expect(Object.keys(json.errors).sort()).toEqual(['data.lines.1', 'data.total']);
  expect(json.message).toContain('(and 1 more error)');
  expect(await pro.used()).toBe(before);
});

it('counts the same fault of many items in the message, and lists each under its own field', async () => {
  const id = await server.template(pro.team, {
    'template.html': '<p>{{ lines|length }}</p>',
    'schema.json': JSON.stringify({
      properties: { lines: { type: 'array', items: { required: ['name'] } } },
      required: ['total'],
    }),
  });
  const data = { lines: Array.from({ length: 40 }, () => ({})) };
  const { json } = await pro.post(`templates/${id}/generate`, { data });
  expect(Object.keys(json.errors)).toHaveLength(41);
  expect(json.errors['data.lines.7.name']).toEqual(['The data.lines.7.name is missing.']);
  expect(`${json.message}`).toMatch(
    /^The data\.(?:total is missing\. \(and 40 more errors\)|lines\.\*\.name is missing\. \(40 times, and 1 more error\))$/,
  );
});

it('returns 422 for a template with invalid settings, an invalid schema or no HTML, and charges nothing', async () => {
  const broken = [
    { 'template.html': '<p>a</p>', 'template.json': '{ "format": ' },
    { 'template.html': '<p>a</p>', 'template.json': '{ "format": "A99" }' },
    { 'template.html': '<p>a</p>', 'template.json': '{ "margins": { "left": 200, "right": 200 } }' },
    { 'template.html': '<p>a</p>', 'schema.json': '{ "type": "nothing" }' },
    { 'other.html': '<p>a</p>' },
  ];
  const before = await pro.used();
  for (const files of broken) {
    const { status, json } = await pro.post(
      `templates/${await server.template(pro.team, files)}/generate`,
      {},
    );
    expect([status, json.message], JSON.stringify(files)).toEqual([422, expect.not.stringContaining('/')]);
  }
  expect(await pro.used()).toBe(before);
});

it('prints keys in the order in which they were sent, and integers beyond 2⁵³ exactly', async () => {
  const id = await server.template(pro.team, '<p>{% for k, v in data %}{{ k }}={{ v }};{% endfor %}</p>');
  const { json } = await pro.post(
    `templates/${id}/generate`,
    '{ "data": { "data": { "10": 9007199254740993, "b": 1, "2": 2 } } }',
  );
  expect((await readPdf(Buffer.from(json.pdf, 'base64'))).pages).toEqual(['10=9007199254740993;b=1;2=2;']);
});

it('escapes data in HTML', async () => {
  const { json } = await pro.post(`templates/${hello}/generate`, { data: { name: '<b>&amp;</b>' } });
  expect((await readPdf(Buffer.from(json.pdf, 'base64'))).pages).toEqual(['Hello <b>&amp;</b>']);
});

it('takes a list from the data, and not from the file of rows that the template was pushed with', async () => {
  const id = await server.template(pro.team, {
    'template.html': '<p>{% for i in items %}{{ i.name }} {% else %}none{% endfor %}</p>',
    'template.json': '{ "rows": { "items": "items.csv" } }',
    'items.csv': 'name\nSample\n',
  });
  const text = async (data: object) => {
    const { json } = await pro.post(`templates/${id}/generate`, { data });
    return (await readPdf(Buffer.from(json.pdf, 'base64'))).pages[0];
  };
  expect(await text({ items: [{ name: 'Ink' }, { name: 'Pen' }] })).toBe('Ink Pen');
  expect(await text({})).toBe('none');
});
