/** Templates of type `editor` through the API: generation, merges with HTML templates, pushes and listing. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { editorJson, table, text } from '../../support/pdfme/editor-files.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const box = { position: { x: 20, y: 20 }, width: 40, height: 20 };
const elements = [
  text('greeting', 'Dear {{ name }}'),
  table('items', [['{{ item }}', 'x']], { repeat: 'item in items' }),
  {
    name: 'code',
    type: 'ean13',
    source: 'ean',
    content: '',
    position: { x: 20, y: 200 },
    width: 40,
    height: 20,
  },
];
const files = {
  'editor.json': editorJson(
    [elements],
    [text('foot', '{{ page }}/{{ pages }}', { position: { x: 20, y: 280 } })],
  ),
  'template.json': '{ "lang": "en", "metadata": { "title": "For {{ name }}" } }',
};
const editor = await server.template(member.team, files, { name: 'made', type: 'editor' });
const html = await server.template(member.team, '<p>Letter to {{ name }}</p>');

const generate = async (data: object, more: object = {}) =>
  await member.post(`templates/${editor}/generate`, { data, ...more });

it('generates a PDF with its data and properties', async () => {
  const before = await member.used();
  const { status, json } = await generate(
    { name: 'Ann', items: ['first', 'second'] },
    { metadata: { author: '{{ name }}' } },
  );
  expect([status, json.message]).toEqual([200, undefined]);
  const { pages, info } = await readPdf(Buffer.from(json.pdf, 'base64'));
  expect(pages).toHaveLength(1);
  for (const word of ['Dear Ann', 'first', 'second', '1/1']) expect(pages[0]).toContain(word);
  expect(info).toMatchObject({ Title: 'For Ann', Author: 'Ann' });
  expect(await member.used()).toBe(before + 1);
});

it('makes PDF/UA, or names what an element lacks and charges nothing', async () => {
  const config = { pdfa: '3a', pdfua: true };
  const { status, json } = await generate({ name: 'Ann', items: ['first'] }, { config });
  expect([status, json.message]).toEqual([200, undefined]);
  const { findings } = checkConformance(Buffer.from(json.pdf, 'base64'), { levels: ['pdfa-3a', 'pdfua-1'] });
  expect(findings).toEqual([]);
  const picture = { name: 'logo', type: 'svg', content: '<svg><path d="M0 0h9"/></svg>', ...box };
  const lacking = await server.template(
    member.team,
    { 'editor.json': editorJson([[picture]]) },
    { type: 'editor' },
  );
  const before = await member.used();
  const rejected = await member.post(`templates/${lacking}/generate`, { data: {}, config });
  expect([rejected.status, rejected.json.code]).toEqual([422, 'not_conforming']);
  expect(rejected.json.errors.source).toEqual([expect.stringContaining('page 1, field logo: say what')]);
  expect(await member.used()).toBe(before);
});

it('returns a 422 that names the field if a value cannot be drawn, and charges nothing', async () => {
  const before = await member.used();
  const { status, json } = await generate({ name: 'Ann', ean: '4006381333932' });
  expect(status).toBe(422);
  expect(json.message).toContain('page 1, field code');
  expect(Object.keys(json.errors)).toEqual(['page 1, field code']);
  expect(await member.used()).toBe(before);
});

it('returns 422 if Twig fails with the data', async () => {
  const broken = await server.template(
    member.team,
    { 'editor.json': editorJson([[text('a', '{{ 1 // zero }}')]]) },
    { type: 'editor' },
  );
  const { status, json } = await member.post(`templates/${broken}/generate`, { data: { zero: 0 } });
  expect(status).toBe(422);
  expect(json).toMatchObject({ part: 'editor', page: 1, field: 'a', line: 1 });
});

it('merges with HTML templates in order', async () => {
  const templates = [
    { id: html, data: { name: 'Bea' } },
    { id: editor, data: { name: 'Ann', items: [] } },
    { id: html, data: { name: 'Cyd' } },
  ];
  const { status, json } = await member.post('templates/merge', { templates });
  expect([status, json.message]).toEqual([200, undefined]);
  const { pages } = await readPdf(Buffer.from(json.pdf, 'base64'));
  expect(pages).toEqual(['Letter to Bea', expect.stringContaining('Dear Ann'), 'Letter to Cyd']);
});

it('names the item of a merge if its field cannot be drawn', async () => {
  const templates = [{ id: html }, { id: editor, data: { ean: '1' } }];
  const { status, json } = await member.post('templates/merge', { templates });
  expect(status).toBe(422);
  expect(json.message).toContain('(templates.1.id)');
});

it('prints text that looks like an expression unchanged', async () => {
  const { json } = await generate({ name: '{1+1}{constructor}', items: ['{2*3}'] });
  const { pages } = await readPdf(Buffer.from(json.pdf, 'base64'));
  expect(pages[0]).toContain('Dear {1+1}{constructor}');
  expect(pages[0]).toContain('{2*3}');
});

it('is described with its type', async () => {
  const { json } = await member.get(`templates/${editor}`);
  expect(json.data).toMatchObject({ type: 'editor', has_base_pdf: false });
});

it('can be pushed without a type, and is rejected with another type, and published without a Twig error only', async () => {
  const manager = await manageCaller(server, member.team);
  const push = async (name: string, given: Readonly<Record<string, string>>, type?: string) =>
    await manager.push(name, given, type ? { type } : {});
  const { json } = await push('pushed', files);
  expect((await manager.get(`templates/${json.data.id}`)).json.data).toMatchObject({ type: 'editor' });
  const wrong = await push('wrong', files, 'html');
  expect([wrong.status, Object.keys(wrong.json.errors)]).toEqual([422, ['type']]);
  const broken = await push('broken', { 'editor.json': editorJson([[text('a', '{{ x|nope }}')]]) });
  expect([broken.status, broken.json.data.findings[0].file]).toEqual([200, 'editor.json']);
});
