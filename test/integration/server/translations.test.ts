/** Templates with `translations/` on a server: pushed, read, printed. */
import { expect, it } from 'vitest';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const manager = await manageCaller(server, member.team);
const translations = {
  'translations/de.json': '{"Invoice": "Rechnung"}',
  'translations/fr.json': '{"Invoice": "Facture"}',
};

async function print(id: number): Promise<string> {
  const { status, json } = await member.post(`templates/${id}/generate`, { data: {} });
  expect([status, json.message]).toEqual([200, undefined]);
  return (await readPdf(Buffer.from(json.pdf, 'base64'))).pages.join('\n');
}

it.each([
  ['html', { 'template.html': "<title>x</title><p>{{ 'Invoice'|trans }}" }],
  ['editor', { 'editor.json': editorJson([[text('title', "{{ 'Invoice'|trans }}")]]) }],
])('are stored with a template of type %s, come back, and print in its language', async (type, own) => {
  const files = { ...own, ...translations };
  const push = (lang: string) =>
    manager.push(
      `${type} invoice`,
      { ...files, 'template.json': JSON.stringify({ lang }) },
      { publish: true },
    );
  const pushed = await push('fr');
  expect([pushed.status, pushed.json.message]).toEqual([200, undefined]);
  const { id } = pushed.json.data;
  expect(await print(id)).toContain('Facture');
  const { json } = await manager.get(`templates/${id}/versions/1/files`);
  expect(json.data.files.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(Object.keys(translations)),
  );
  await push('de');
  expect(await print(id)).toContain('Rechnung');
});

it('are named with the file and the line if they are wrong, and kept from being published', async () => {
  const files = { 'template.html': 'T', 'translations/de.json': '{\n  "Invoice": 5\n}' };
  const { status, json } = await manager.push('wrong', files);
  expect(status).toBe(200);
  expect((await manager.push('wrong', files, { publish: true })).status).toBe(422);
  expect(JSON.stringify(json)).toMatch(/translations\/de\.json/);
  expect(JSON.stringify(json)).toMatch(/a translation is a text/);
  const exe = await manager.push('wrong', { 'template.html': 'T', 'translations/de.exe': 'MZ' });
  expect([exe.status, JSON.stringify(exe.json)]).toEqual([422, expect.stringContaining('.exe')]);
});
