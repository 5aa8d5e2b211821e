/** An assistant makes a template over HTTP, from nothing to published, and gets documents of it. */
import { expect, it } from 'vitest';
import { readPdf } from '../../../support/read-pdf.ts';
import { connectAssistant, pngSize } from '../../../support/server/assistant.ts';
import { startTestServer } from '../../../support/server/start-test-server.ts';

const server = await startTestServer();

async function writer() {
  const member = await server.team();
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  return { member, assistant: await connectAssistant(server.url, token) };
}

it('an assistant goes from nothing to a published template', async () => {
  const { member, assistant } = await writer();
  const { tools } = await assistant.client.listTools();
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(tools.map(({ name }) => name)).toContain('write_template');
  expect((await assistant.use('list_templates')).report).toEqual({ templates: [] });

  const broken = await assistant.failure('write_template', {
    template: 'receipt',
    files: [{ path: 'template.html', content: '<h1>\n{{ number|curency }}</h1>' }],
  });
  expect(broken).toContain('template.html:2');
  expect(broken).toContain('curency');
  expect((await assistant.use('list_templates')).report).toEqual({ templates: [] });

  const written = await assistant.use('write_template', {
    template: 'receipt',
    files: [
      {
        path: 'template.html',
        content:
          '<html lang="en"><title>R</title><h1>Receipt {{ number }}</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
      },
      { path: 'data.json', content: '{"number": 1}' },
    ],
  });
  expect(written.report).toMatchObject({
    name: 'receipt',
    version: 1,
    published: false,
    ok: true,
    errors: [],
  });
  expect(written.report.warnings.join('\n')).toMatch(/template\.html:1:\d+: .*image-alt/);

  await assistant.use('write_template', {
    template: 'receipt',
    files: [
      {
        path: 'template.html',
        edits: [
          {
            find: '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
            replace: '<p>Paid: {{ paid }}</p>',
          },
        ],
      },
      { path: 'schema.json', content: '{"type":"object","properties":{"number":{"type":"integer"}}}' },
    ],
  });
  const shown = await assistant.use('show_template', { template: 'receipt' });
  expect(shown.report).toMatchObject({
    name: 'receipt',
    version: 2,
    published_version: null,
    sample_data: { number: 1 },
    data_schema: { type: 'object' },
  });
  expect(shown.report.data_names.used).toEqual(['number', 'paid']);
  expect(shown.report.files.map(({ path }: { path: string }) => path)).toEqual([
    'data.json',
    'schema.json',
    'template.html',
  ]);
  const source = await assistant.use('show_template', { template: 'receipt', file: 'template.html' });
  expect(source.text).toContain('<p>Paid: {{ paid }}</p>');

  const rendered = await assistant.use('render', { template: 'receipt', data: { number: 104, paid: 'yes' } });
  expect(rendered.report).toMatchObject({
    template: 'receipt',
    version: 2,
    pages: 1,
    warnings: [],
    filename: 'receipt.pdf',
  });
  expect(rendered.pictures).toHaveLength(1);
  expect(pngSize(rendered.pictures[0])).toEqual([828, 1170]);
  const pdf = Buffer.from(await (await fetch(rendered.report.pdf)).arrayBuffer());
  expect((await readPdf(pdf)).pages.join()).toContain('Receipt 104');
  expect(await member.used()).toBe(1);

  const checked = await assistant.use('check', { pdf: rendered.report.pdf });
  expect(checked.report.levels.map(({ name }: { name: string }) => name)).toContain('PDF/UA-1');

  const published = await assistant.use('publish', { template: 'receipt' });
  expect(published.report).toMatchObject({ name: 'receipt', version: 2, published: true });
  const { id } = published.report;
  const answer = await member.post(`templates/${id}/generate`, { data: { number: 105 }, output: 'binary' });
  expect((await readPdf(answer.bytes)).pages.join()).toContain('Receipt 105');
});

it('the operator’s log has no warnings for authors', async () => {
  const lines: string[] = [];
  const logged = await startTestServer({ onLog: (line) => lines.push(line) });
  const { token } = await logged.team();
  const assistant = await connectAssistant(logged.url, token);
  const { report } = await assistant.use('render', { html: '<img src="data:,">', show_pages: '' });
  expect(report.warnings.join()).toContain('image-alt');
  expect(lines.join()).not.toContain('image-alt');
  expect(lines.join()).toContain('/mcp');
});
