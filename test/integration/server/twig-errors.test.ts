/** Invalid templates: 422 with part and line, before anything is rendered, and nothing is charged. */
import { afterAll, expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

// There is no browser: all of these are rejected before one is needed.
const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
const member = await server.team();

afterAll(async () => {
  if ((await member.used()) > 0) throw new Error('a refused request was charged');
});

interface Case {
  readonly html?: string;
  readonly config?: object;
  readonly part: string;
  readonly line: number;
  /** The property, if `part` is `metadata`. */
  readonly field?: string;
}

const cases: readonly Case[] = [
  { html: '<p>\n{{ name', part: 'template', line: 2 },
  { html: '{% if a %}\n\n', part: 'template', line: 1 },
  { html: '\n\n{{ name|nosuchfilter }}', part: 'template', line: 3 },
  { config: { header: '\n{% nosuch %}' }, part: 'header', line: 2 },
  { config: { footer: '{{ 1 + }}' }, part: 'footer', line: 1 },
  { config: { metadata: { title: 'a\n{{ b' } }, part: 'metadata', field: 'title', line: 2 },
  // At run time.
  { config: { metadata: { author: 'a{{ "\\x01" }}b' } }, part: 'metadata', field: 'author', line: 1 },
  { html: '\n{{ 1 // 0 }}', part: 'template', line: 2 },
  { html: "{{ random('x'..'y', 1)|nosuch }}", part: 'template', line: 1 },
  { config: { header: '{{ 1 % 0 }}' }, part: 'header', line: 1 },
];

it.each(cases)(
  'returns 422 for $part: $html $config',
  async ({ html = '<p>a</p>', config, part, line, field }) => {
    const { status, json } = await member.post('html-to-pdf', { html, ...(config ? { config } : {}) });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: 'invalid_template', part, line, errors: { [part]: [json.message] } });
    expect(json.field).toBe(field);
    const place = field === undefined ? part : `${part}.${field}`;
    expect(json.message).toMatch(new RegExp(`^Twig error in the ${place}, line ${line}: .`));
  },
);

it('names the part of a stored template, and the property of the metadata', async () => {
  const broken = { 'template.html': '<p>a</p>', 'footer.html': '\n{{' };
  const footer = await member.post(`templates/${await server.template(member.team, broken)}/generate`, {});
  expect([footer.status, footer.json.part, footer.json.line]).toEqual([422, 'footer', 2]);

  const sound = await server.template(member.team, '<p>a</p>');
  const title = await member.post(`templates/${sound}/generate`, { metadata: { title: '{{ }}' } });
  expect([title.status, title.json.part, title.json.field, title.json.line]).toEqual([
    422,
    'metadata',
    'title',
    1,
  ]);
});

it('names the partial that the line belongs to', async () => {
  const files = {
    'template.html': "\n\n\n{% include 'row.html' %}",
    'partials/row.html': '<td>\n{{ 1 // 0 }}',
  };
  const { status, json } = await member.post(
    `templates/${await server.template(member.team, files)}/generate`,
    {},
  );
  expect([status, json.part, json.partial, json.line]).toEqual([422, 'template', 'row.html', 2]);
  expect(Object.keys(json.errors)).toEqual(['template']);
});

const editor = async (page: object[], everyPage: object[] = []) => {
  const basePdf = { width: 100, height: 100, padding: [10, 10, 10, 10], staticSchema: everyPage };
  const files = { 'editor.json': JSON.stringify({ basePdf, schemas: [[], page] }) };
  return await server.template(member.team, files, { type: 'editor' });
};
const text = (name: string, content: string) => ({
  name,
  type: 'text',
  content,
  position: { x: 10, y: 10 },
  width: 50,
  height: 10,
});

it.each([
  ['when it is compiled', '{{ total|nosuch }}', 'a, source'],
  ['when it is filled', '{{ 1 // 0 }}', 'total'],
])('names the field and the page of an editor template %s', async (_when, content, name) => {
  const template = await editor([text(name, content)]);
  const { status, json } = await member.post(`templates/${template}/generate`, {});
  expect(status).toBe(422);
  expect(json).toMatchObject({ part: 'editor', field: name, page: 2, line: 1 });
  expect(json.errors).toEqual({ editor: [json.message] });
});

it('names a field that repeats on every page without a page number', async () => {
  const template = await editor([], [text('foot', '{{ page // 0 }}')]);
  const { json } = await member.post(`templates/${template}/generate`, {});
  expect([json.part, json.field, json.page]).toEqual(['editor', 'foot', undefined]);
});

it('names the item of a merge, and charges nothing', async () => {
  const sound = await server.template(member.team, '<p>a</p>');
  const broken = await server.template(member.team, '<p>\n{{ a|nosuch }}</p>');
  const { status, json } = await member.post('templates/merge', {
    templates: [{ id: sound }, { id: broken }],
  });
  expect([status, json.part, json.line]).toEqual([422, 'template', 2]);
  expect(json.message).toContain('templates.1.id');
});

it('rejects a template bomb with 422', async () => {
  const bombs = [
    '{% for a in 1..9999999 %}{% for b in 1..9999999 %}x{% endfor %}{% endfor %}',
    "{% set a = 'x' %}{% for i in 1..60 %}{% set a = a ~ a %}{% endfor %}{{ a }}",
    "{{ 'a'|repeat(99999999999) }}{{ range(0, 99999999999)|join }}",
    '{% macro m(x) %}{{ _self.m(x) }}{% endmacro %}{{ _self.m(1) }}',
  ];
  for (const html of bombs) {
    const { status, json } = await member.post('html-to-pdf', { html });
    expect([status, json.part], json.message).toEqual([422, 'template']);
  }
});
