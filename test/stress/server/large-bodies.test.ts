/** Large and hostile bodies: they are parsed in threads, and the response names a limit that they exceed. */
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

// Elements in each other take four seconds on a machine that does nothing else, and half a minute on a busy one.
const server = await startTestServer({ flags: { rateLimit: '0', timeout: '3m' } });
const member = await server.team();

/** Returns an object with `count` keys. */
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

describe('a body with more than 200,000 JSON values', () => {
  const limit = 'The request body must have at most 200,000 JSON values: object keys and array elements.';

  it.each([
    ['keys', () => ({ html: '<p>x</p>', data: keys(200_001) })],
    ['elements', () => ({ html: '<p>x</p>', data: { list: Array(200_001).fill([]) } })],
    ['unknown fields', () => ({ html: '<p>x</p>', ...keys(200_001) })],
  ])('of %s is rejected with the limit', async (_kind, body) => {
    const { status, json } = await member.post('html-to-pdf', body());
    expect({ status, ...json }).toMatchObject({ status: 422, message: limit, errors: { body: [limit] } });
  });

  it('is rejected for a template and for a merge too', async () => {
    const id = await server.template(member.team, '<p>{{ k1 }}</p>');
    const body = { data: keys(200_001) };
    expect((await member.post(`templates/${id}/generate`, body)).json.message).toBe(limit);
    expect((await member.post('templates/merge', { templates: [{ id, ...body }] })).json.message).toBe(limit);
  });

  it('exceeds a limit that the OpenAPI document states, like those of html, header and footer', async () => {
    const { json } = await server.stranger().get('/openapi.json');
    expect(json.info.description).toContain('200,000 JSON values');
    const { HtmlToPdfRequest: request, PageConfig: config, PageVariants: variants } = json.components.schemas;
    expect(request.properties.html.maxLength).toBe(10_000_000);
    expect(config.properties.header.anyOf[0].maxLength).toBe(500_000);
    expect(config.properties.footer.anyOf[0].maxLength).toBe(500_000);
    expect(variants.properties.first.maxLength).toBe(500_000);
  });
});

it('prints data of 180,000 values, with the order of keys and large integers preserved', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `{"n":${index},"b":"x"}`);
  const text = `{"output":"binary","html":"{% for k in years|keys %}{{ k }} {% endfor %}{{ big }} {{ rows|length }} {{ rows[59999].n }}","data":{"years":{"10":1,"9":2},"big":9007199254740993,"rows":[${rows}]}}`;
  const { status, bytes } = await member.post('html-to-pdf', text);
  expect(status).toBe(200);
  expect((await readPdf(bytes)).pages.join(' ')).toContain('10 9 9007199254740993 60000 59999');
});

it('checks large data against the schema, and gives each document of a merge its own data', async () => {
  const schema = JSON.stringify({ properties: { name: { type: 'string' } } });
  const id = await server.template(member.team, {
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

it('names the first 50 of 100,000 unknown fields', async () => {
  const { status, json } = await member.post('html-to-pdf', { html: '<p>x</p>', ...keys(100_000) });
  expect(status).toBe(422);
  expect(Object.keys(json.errors).length).toBe(50);
  expect(json.message).toContain('and 99999 more errors');
});

it.each([
  ['html', { html: 'x'.repeat(10_000_001) }, '10,000,000'],
  ['config.header', { html: 'x', config: { header: 'x'.repeat(500_001) } }, '500,000'],
  ['config.footer', { html: 'x', config: { footer: 'x'.repeat(500_001) } }, '500,000'],
])('rejects a text in %s that is too long, and names the limit', async (field, body, limit) => {
  const { status, json } = await member.post('html-to-pdf', body);
  expect(status).toBe(422);
  expect(json.errors[field]?.[0]).toContain(`at most ${limit} characters`);
});

it('rejects 100,000 levels of nesting, and names the allowed depth', async () => {
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

it('a megabyte of spaces in place of a URL takes less than 30 s of processor time', async () => {
  const spaces = ' '.repeat(1_000_000);
  const before = process.cpuUsage();
  for (const html of [`<img src=${spaces}>`, `<p style="url(${spaces}`, `<meta http-equiv=${spaces}>`]) {
    expect((await member.post('html-to-pdf', { html })).status).toBe(200);
  }
  const { user } = process.cpuUsage(before);
  // An earlier version took half an hour of processor time.
  expect(user / 1_000_000).toBeLessThan(30);
});
