/** `locale` and `time_zone` of requests and stored templates. */
import { expect, it } from 'vitest';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const manager = await manageCaller(server, member.team);

const twig = "{{ 1234.5|format_number }} {{ '2026-07-01T10:00:00Z'|date('H:i') }}";
const config = { locale: 'de', time_zone: 'Europe/Vienna' };

async function print(route: string, body: object): Promise<string> {
  const { status, json } = await member.post(route, body);
  expect([status, json.message]).toEqual([200, undefined]);
  return (await readPdf(Buffer.from(json.pdf, 'base64'))).pages.join('\n');
}

async function push(name: string, files: Record<string, string>): Promise<number> {
  const { status, json } = await manager.push(name, files, { publish: true });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.data.id;
}

it('html-to-pdf, generate and merge write numbers and dates as the request says', async () => {
  expect(await print('html-to-pdf', { html: `<p>${twig}`, config })).toContain('1.234,5 12:00');
  const html = await push('html', { 'template.html': `<p>${twig}` });
  const editor = await push('editor', { 'editor.json': editorJson([[text('title', twig)]]) });
  for (const id of [html, editor]) {
    expect(await print(`templates/${id}/generate`, { config })).toContain('1.234,5 12:00');
    expect(await print(`templates/${id}/generate`, {})).toContain('1,234.5 10:00');
  }
  const stamp = [{ html: `<p>Stamp ${twig}` }];
  const merged = { templates: [{ id: html }, { id: editor }], config: { ...config, stamp } };
  const pages = await print('templates/merge', merged);
  expect(pages.match(/1\.234,5 12:00/g)).toHaveLength(4);
});

it('a template has both in its template.json, which the request overrides', async () => {
  const files = { 'template.html': `<p>${twig}`, 'template.json': JSON.stringify(config) };
  const id = await push('settings', files);
  expect(await print(`templates/${id}/generate`, {})).toContain('1.234,5 12:00');
  const other = { locale: 'en', time_zone: 'Asia/Tokyo' };
  expect(await print(`templates/${id}/generate`, { config: other })).toContain('1,234.5 19:00');
});

it.each([
  [{ locale: 'tlh' }, 'config.locale', 'must be a locale, such as de-AT'],
  [{ time_zone: 'Europe/Viena' }, 'config.time_zone', 'Did you mean "Europe/Vienna"?'],
  [{ time_zone: 5 }, 'config.time_zone', 'must be the name of a time zone'],
])('%j is refused by the name of the field', async (wrong, field, message) => {
  const { status, json } = await member.post('html-to-pdf', { html: '<p>x', config: wrong });
  expect(status).toBe(422);
  expect(json.errors[field]).toEqual([expect.stringContaining(message)]);
});
