/** Validation of requests. A rejected request is not charged. */
import { afterAll, expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
const member = await server.team();
const id = await server.template(member.team, '<p>a</p>');
const generate = `templates/${id}/generate`;
const merge = 'templates/merge';
const html = 'html-to-pdf';
const holds = async () => (await server.store.ledger.entries(member.team.id)).length;

afterAll(async () => {
  if ((await holds()) > 0) throw new Error('a refused request has touched the ledger');
});

const long = 'a'.repeat(256);
const faults: readonly (readonly [path: string, body: unknown, field: string, message: string])[] = [
  [generate, { data: 'text' }, 'data', 'The data field must be an object.'],
  [generate, { data: ['a'] }, 'data', 'The data field must be an object.'],
  [generate, { data: null }, 'data', 'The data field must be an object.'],
  [html, { html: 'a', data: 1 }, 'data', 'The data field must be an object.'],
  [
    merge,
    { templates: [{ id, data: 1 }] },
    'templates.0.data',
    'The templates.0.data field must be an object.',
  ],
  [
    generate,
    { output: 'pdf' },
    'output',
    'The output must be one of: base64, url, binary, upload, png, jpeg, webp.',
  ],
  [
    generate,
    { output: null },
    'output',
    'The output must be one of: base64, url, binary, upload, png, jpeg, webp.',
  ],
  [
    generate,
    { output: 'BASE64' },
    'output',
    'The output must be one of: base64, url, binary, upload, png, jpeg, webp.',
  ],
  [
    generate,
    { output: 'url', url_expiry: 0 },
    'url_expiry',
    'The url_expiry must be between 1 and 1440 minutes.',
  ],
  [
    generate,
    { output: 'url', url_expiry: 1441 },
    'url_expiry',
    'The url_expiry must be between 1 and 1440 minutes.',
  ],
  [generate, { url_expiry: -1e308 }, 'url_expiry', 'The url_expiry must be a whole number of minutes.'],
  [generate, { url_expiry: 1.5 }, 'url_expiry', 'The url_expiry must be a whole number of minutes.'],
  [generate, { url_expiry: '60' }, 'url_expiry', 'The url_expiry must be a whole number of minutes.'],
  [generate, '{ "url_expiry": 1e999 }', 'url_expiry', 'The url_expiry must be a whole number of minutes.'],
  [generate, { filename: '' }, 'filename', 'The filename must not be empty.'],
  [generate, { filename: 1 }, 'filename', 'The filename must be a string.'],
  [generate, { filename: long }, 'filename', 'The filename must have at most 255 characters.'],
  ...[
    ['.', 'document.pdf'],
    ['..', 'document.pdf'],
    ['.hidden', 'hidden'],
    ['a b', 'a-b'],
    ['a/b', 'a-b'],
    ['a\\b', 'a-b'],
    ['Rechnung Müller.pdf', 'Rechnung-Muller.pdf'],
    ['Straße.pdf', 'Strasse.pdf'],
    ['请求', 'document.pdf'],
    ['a"; x="b', 'a-x-b'],
    ['a\r\nSet-Cookie: a=b', 'a-Set-Cookie-a-b'],
    ['a\0', 'a-'],
    ['../a', 'a'],
    ['a%2f', 'a-2f'],
  ].map(
    ([filename, instead]) =>
      [
        generate,
        { filename },
        'filename',
        `The filename may only contain letters (A to Z), numbers, dashes, underscores and dots, and must not begin with a dot, such as "${instead}".`,
      ] as const,
  ),
  [generate, { metadata: 'x' }, 'metadata', 'The metadata field must be an object.'],
  [generate, { metadata: { title: 1 } }, 'metadata.title', 'The metadata.title must be a string.'],
  [
    generate,
    { metadata: { Title: 'x' } },
    'metadata.Title',
    'The metadata.Title field is unknown. Did you mean "title"?',
  ],
  [generate, { fielname: 'x' }, 'fielname', 'The fielname field is unknown. Did you mean "filename"?'],
  [generate, { nr: 1 }, 'nr', 'The nr field is unknown. Values for the template go into "data".'],
  [generate, { metadata: { nr: 1 } }, 'metadata.nr', 'The metadata.nr field is unknown.'],
  [
    generate,
    '{ "__proto__": { "output": "url" } }',
    '__proto__',
    'The __proto__ field is unknown. Values for the template go into "data".',
  ],
  [
    generate,
    '{ "constructor": { "prototype": {} } }',
    'constructor',
    'The constructor field is unknown. Values for the template go into "data".',
  ],
  [generate, [], 'body', 'The request body must be a JSON object.'],
  [generate, 'null', 'body', 'The request body must be a JSON object.'],
  [generate, '"text"', 'body', 'The request body must be a JSON object.'],
  [merge, {}, 'templates', 'The templates field is required.'],
  [merge, { templates: {} }, 'templates', 'The templates field must be an array.'],
  [merge, { templates: [] }, 'templates', 'The templates field must have 1 to 50 items.'],
  [
    merge,
    { templates: Array.from({ length: 51 }, () => ({ id })) },
    'templates',
    'The templates field must have 1 to 50 items.',
  ],
  [merge, { templates: [{}] }, 'templates.0.id', 'The templates.0.id field is required.'],
  [
    merge,
    { templates: [{ id: {} }] },
    'templates.0.id',
    'The templates.0.id must be a template id (integer) or name (string).',
  ],
  [merge, { templates: [{ id }, 7] }, 'templates.1', 'The templates.1 field must be an object.'],
  [
    merge,
    { templates: [{ id, dta: {} }] },
    'templates.0.dta',
    'The templates.0.dta field is unknown. Did you mean "data"?',
  ],
  [html, {}, 'html', 'The html field is required.'],
  [html, { html: '' }, 'html', 'The html field must not be empty.'],
  [html, { html: 5 }, 'html', 'The html must be a string.'],
  [html, { html: 'a', config: [] }, 'config', 'The config field must be an object.'],
  [
    html,
    { html: 'a', config: { format: 'A9' } },
    'config.format',
    'The config.format must be one of: A0, A1, A2, A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger; or lengths from 5 mm to 5080 mm: width and height such as 100mmx150mm, or a width such as 80mm for paper as high as its contents.',
  ],
  [
    html,
    { html: 'a', config: { lang: 'German' } },
    'config.lang',
    'The config.lang must be a language tag, such as de, en-GB or zh-Hant.',
  ],
  [
    html,
    { html: 'a', config: { orientation: 'up' } },
    'config.orientation',
    'The config.orientation must be one of: portrait, landscape.',
  ],
  [
    html,
    { html: 'a', config: { margins: { top: -1 } } },
    'config.margins.top',
    'The config.margins.top must be at least 0.',
  ],
  [
    html,
    { html: 'a', config: { margins: { top: 501 } } },
    'config.margins.top',
    'The config.margins.top must be at most 500.',
  ],
  [
    html,
    { html: 'a', config: { margins: { top: 1.5 } } },
    'config.margins.top',
    'The config.margins.top must be a whole number of millimetres from 0 to 500, or "auto"; for fractions leave out the margins, and write @page { margin: 1.5mm } in the CSS.',
  ],
  [
    html,
    { html: 'a', config: { margins: { right: '1cm' } } },
    'config.margins.right',
    'The config.margins.right must be a whole number of millimetres from 0 to 500: 10, without quotes or a unit.',
  ],
  [
    html,
    { html: 'a', config: { margins: { bottom: 'big' } } },
    'config.margins.bottom',
    'The config.margins.bottom must be a whole number of millimetres from 0 to 500, or "auto".',
  ],
  [
    html,
    { html: 'a', config: { margins: { left: 'auto' } } },
    'config.margins.left',
    'The config.margins.left must be a whole number of millimetres from 0 to 500.',
  ],
  [
    html,
    { html: 'a', config: { margins: { tpo: 1 } } },
    'config.margins.tpo',
    'The config.margins.tpo field is unknown. Did you mean "top"?',
  ],
  [
    html,
    { html: 'a', config: { header: 1 } },
    'config.header',
    'The config.header must be text, or an object with default, first, last, left, right, named.',
  ],
  [
    html,
    { html: 'a', metadata: {} },
    'metadata',
    'The metadata field is unknown. Did you mean "config.metadata"?',
  ],
];

it.each(faults)('%s rejects %j under the field %s', async (path, body, field, message) => {
  const { status, json } = await member.post(path, body);
  expect(json.errors).toMatchObject({ [field]: expect.arrayContaining([message]) });
  expect(json.message.startsWith(message)).toBe(true);
  expect(status).toBe(422);
});

it('names every fault in one response, and counts them in the message', async () => {
  const { status, json } = await member.post(html, {
    html: 5,
    output: 'x',
    config: { margins: { top: 'a' } },
    oops: 1,
  });
  expect(status).toBe(422);
  expect(Object.keys(json.errors).sort()).toEqual(['config.margins.top', 'html', 'oops', 'output']);
  expect(json.message).toMatch(/\(and 3 more errors\)$/);
});

it('rejects margins that leave no printable area', async () => {
  const config = { margins: { left: 105, right: 105 } };
  const { status, json } = await member.post(html, { html: 'a', config });
  expect(status).toBe(422);
  expect(json.message).toContain('margins');
});

it.each([undefined, '', ' \r\n\t'])('rejects an empty body: %j', async (body) => {
  for (const path of [generate, merge, html]) {
    const { status, json } = await member.post(path, body);
    expect(status).toBe(422);
    expect(json.message).toMatch(/^The request body is empty\./);
    expect(Object.keys(json.errors)).toEqual(['body']);
  }
});

it.each([
  ['{\n  "data": {,}\n}', 'line 2, column 12'],
  ["{'data': {}}", 'line 1, column 2'],
  ['{"data": {}', 'line 1, column 1'],
  ['{"a": 1,}', 'line 1, column 8'],
  ['{"a": NaN}', 'line 1, column 7'],
  ['// no\n{}', 'line 1, column 1'],
  ['{} {}', 'line 1, column 4'],
])('rejects malformed JSON %j with line and column', async (body, place) => {
  const { status, json } = await member.post(generate, body);
  expect(status).toBe(422);
  expect(json.message).toMatch(/^The request body is not valid JSON: /);
  expect(json.message).toContain(place);
});

it('rejects JSON nested deeper than 64, and accepts 64', async () => {
  const nested = (depth: number) =>
    `{"data":{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}, "output": "x"}`;
  const fits = await member.post(generate, nested(64));
  expect(fits.json.message).toBe('The output must be one of: base64, url, binary, upload, png, jpeg, webp.');
  for (const depth of [65, 100_000]) {
    const { status, json } = await member.post(generate, nested(depth));
    expect(status).toBe(422);
    expect(json.message).toContain('Nested deeper than 64 levels');
  }
});

it('rejects bytes that are not UTF-8, instead of printing replacement characters', async () => {
  const { status, json } = await member.post(generate, Buffer.from('{"filename":"\xff\xfe"}', 'latin1'));
  expect([status, json.message]).toEqual([422, 'The request body is not valid JSON: it is not UTF-8.']);
});

it('accepts a body with a byte order mark', async () => {
  const { json } = await member.post(generate, '\ufeff{"output":"x"}');
  expect(json.message).toBe('The output must be one of: base64, url, binary, upload, png, jpeg, webp.');
});
