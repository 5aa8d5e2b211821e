/** Large and hostile bodies: read in threads, within limits that the response names. */
import { describe, expect, it } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { startTestServer } from './start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = server.team();

/** An object of so many keys. */
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

describe('a body with more than 200,000 JSON values', () => {
  const limit =
    'The request body must have at most 200,000 JSON values: keys of objects and elements of arrays.';

  it.each([
    ['keys', () => ({ html: '<p>x</p>', data: keys(200_001) })],
    ['elements', () => ({ html: '<p>x</p>', data: { list: Array(200_001).fill([]) } })],
    ['unknown fields', () => ({ html: '<p>x</p>', ...keys(200_001) })],
  ])('of %s is rejected with the limit', async (_kind, body) => {
    const { status, json } = await member.post('html-to-pdf', body());
    expect({ status, ...json }).toMatchObject({ status: 422, message: limit, errors: { body: [limit] } });
  });

  it('is too large for a template and for a merge too', async () => {
    const id = server.template(member.team, '<p>{{ k1 }}</p>');
    const body = { data: keys(200_001) };
    expect((await member.post(`templates/${id}/generate`, body)).json.message).toBe(limit);
    expect((await member.post('templates/merge', { templates: [{ id, ...body }] })).json.message).toBe(limit);
  });

  it('is named in the OpenAPI document, as the limits of html, header and footer are', async () => {
    const { json } = await server.stranger().get('/openapi.json');
    expect(json.info.description).toContain('200,000 JSON values');
    const { HtmlToPdfRequest: request, PageConfig: config } = json.components.schemas;
    expect(request.properties.html.maxLength).toBe(10_000_000);
    expect(config.properties.header.maxLength).toBe(500_000);
    expect(config.properties.footer.maxLength).toBe(500_000);
  });
});

it('a document of 190,000 values is printed, with the keys in their order and whole numbers as they were', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `{"n":${index},"b":"x"}`);
  const text = `{"output":"binary","html":"{% for k in years|keys %}{{ k }} {% endfor %}{{ big }} {{ rows|length }} {{ rows[59999].n }}","data":{"years":{"10":1,"9":2},"big":9007199254740993,"rows":[${rows}]}}`;
  const { status, bytes } = await member.post('html-to-pdf', text);
  expect(status).toBe(200);
  expect((await readPdf(bytes)).pages.join(' ')).toContain('10 9 9007199254740993 60000 59999');
});

it('a template checks large data against its schema, and a merge gives each document its own', async () => {
  const schema = JSON.stringify({ properties: { name: { type: 'string' } } });
  const id = server.template(member.team, {
    'template.html': '<p>{{ name }} has {{ rows|length }}</p>',
    'schema.json': schema,
  });
  const rows = Array.from({ length: 20_000 }, (_, index) => index);
  const wrong = await member.post(`templates/${id}/generate`, { data: { name: 5, rows } });
  expect(wrong.json.errors).toHaveProperty('data.name');
  const merged = await member.post('templates/merge', {
    output: 'binary',
    templates: [
      { id, data: { name: 'Ada', rows } },
      { id, data: { name: 'Grace', rows: rows.slice(1) } },
    ],
  });
  const { pages } = await readPdf(merged.bytes);
  expect(pages.join(' ')).toMatch(/Ada has 20000.*Grace has 19999/s);
});

it('a hundred thousand unknown fields return the first fifty', async () => {
  const { status, json } = await member.post('html-to-pdf', { html: '<p>x</p>', ...keys(100_000) });
  expect(status).toBe(422);
  expect(Object.keys(json.errors).length).toBe(50);
  expect(json.message).toContain('and 99999 more errors');
});

it.each([
  ['html', { html: 'x'.repeat(10_000_001) }, '10,000,000'],
  ['config.header', { html: 'x', config: { header: 'x'.repeat(500_001) } }, '500,000'],
  ['config.footer', { html: 'x', config: { footer: 'x'.repeat(500_001) } }, '500,000'],
])('too long a text in %s returns its limit', async (field, body, limit) => {
  const { status, json } = await member.post('html-to-pdf', body);
  expect(status).toBe(422);
  expect(json.errors[field]?.[0]).toContain(`at most ${limit} characters`);
});

it('nesting of 100,000 levels returns the allowed depth', async () => {
  const deep = `{"html":"x","data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const { status, json } = await member.post('html-to-pdf', deep);
  expect(status).toBe(422);
  expect(json.message).toContain('Nested deeper than 64 levels');
});

it.each([
  [
    'a comment and 20,000 elements in each other',
    { html: `<!--http-equiv-->${'<div>'.repeat(20_000)}x` },
    200,
  ],
  [
    'a header of 90,000 elements in each other',
    { html: 'x', config: { header: '<div>'.repeat(90_000) } },
    422,
  ],
  [
    'a header that names a font elsewhere',
    {
      html: 'x',
      config: {
        header:
          '<style>@font-face{font-family:a;src:url(http://127.0.0.1/x)} p{font-family:a}</style><p>above',
      },
    },
    200,
  ],
])('%s does not cause a server error', async (_name, body, expected) => {
  const { status, json } = await member.post('html-to-pdf', body);
  expect({ status, message: json.message }).toMatchObject({ status: expected });
});

it('a megabyte of spaces in place of an address does not block other requests', async () => {
  const spaces = ' '.repeat(1_000_000);
  const before = process.cpuUsage();
  for (const html of [`<img src=${spaces}>`, `<p style="url(${spaces}`, `<meta http-equiv=${spaces}>`]) {
    expect((await member.post('html-to-pdf', { html })).status).toBe(200);
  }
  const { user } = process.cpuUsage(before);
  // It took half an hour of processor time.
  expect(user / 1_000_000).toBeLessThan(30);
});
