/** Templates that are wrong: 422 with part and line, before anything is rendered, and nothing is charged. */
import { afterAll, expect, it } from 'vitest';
import { startTestServer } from './start-test-server.ts';

// No browser: all of this is refused before one is asked.
const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
const member = server.team();

afterAll(() => {
  if (member.used() > 0) throw new Error('a refused request was charged');
});

interface Case {
  readonly html?: string;
  readonly config?: object;
  readonly part: string;
  readonly line: number;
}

const cases: readonly Case[] = [
  { html: '<p>\n{{ name', part: 'template', line: 2 },
  { html: '{% if a %}\n\n', part: 'template', line: 1 },
  { html: '\n\n{{ name|nosuchfilter }}', part: 'template', line: 3 },
  { config: { header: '\n{% nosuch %}' }, part: 'header', line: 2 },
  { config: { footer: '{{ 1 + }}' }, part: 'footer', line: 1 },
  { config: { metadata: { title: 'a\n{{ b' } }, part: 'metadata.title', line: 2 },
  // At run time.
  { html: '\n{{ 1 // 0 }}', part: 'template', line: 2 },
  { html: "{{ random('x'..'y', 1)|nosuch }}", part: 'template', line: 1 },
  { config: { header: '{{ 1 % 0 }}' }, part: 'header', line: 1 },
];

it.each(cases)('answers 422 for $part: $html $config', async ({ html = '<p>a</p>', config, part, line }) => {
  const { status, json } = await member.post('html-to-pdf', { html, ...(config ? { config } : {}) });
  expect(status).toBe(422);
  expect(json).toMatchObject({ part, line, errors: { [part]: [json.message] } });
  expect(json.message).toMatch(new RegExp(`^Twig error in the ${part}, line ${line}: .`));
});

it('names the part of a saved template, its properties included', async () => {
  const broken = { 'template.html': '<p>a</p>', 'footer.html': '\n{{' };
  const footer = await member.post(`templates/${server.template(member.team, broken)}/generate`, {});
  expect([footer.status, footer.json.part, footer.json.line]).toEqual([422, 'footer', 2]);

  const sound = server.template(member.team, '<p>a</p>');
  const title = await member.post(`templates/${sound}/generate`, { metadata: { title: '{{ }}' } });
  expect([title.status, title.json.part, title.json.line]).toEqual([422, 'metadata.title', 1]);
});

it('names the item of a merge, and nothing of it is charged', async () => {
  const sound = server.template(member.team, '<p>a</p>');
  const broken = server.template(member.team, '<p>\n{{ a|nosuch }}</p>');
  const { status, json } = await member.post('templates/merge', {
    templates: [{ id: sound }, { id: broken }],
  });
  expect([status, json.part, json.line]).toEqual([422, 'template', 2]);
  expect(json.message).toContain('templates.1.id');
});

it('a bomb is refused within its bounds, whatever it does', async () => {
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
