/** `pdfapi mcp`: an assistant over stdio, from nothing to a published template. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hello, inherited, openDesk } from '../support/cli/mcp-desk.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { bin } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';
import { connectAssistant, pngSize } from '../support/server/assistant.ts';

it('goes from nothing to a published template', async () => {
  const server = await startServe(join(temporaryFolder(), 'data'));
  const { assistant, dir } = await openDesk({ PDFAPI_URL: server.url, PDFAPI_TOKEN: server.token ?? '' });
  const { tools } = await assistant.client.listTools();
  expect(tools.length).toBeLessThanOrEqual(8);
  expect(assistant.client.getInstructions()).toContain('write_template');
  expect((await assistant.use('list_templates')).report.templates).toEqual([]);

  const broken = await assistant.use('write_template', {
    template: 'hello',
    files: [{ path: 'template.html', content: '<h1>\n{{ name|uper }}</h1>' }],
  });
  expect(broken.report.ok).toBe(false);
  expect(broken.report.errors.join()).toMatch(/template\.html:2:.*uper/);
  const failed = await assistant.failure('render', { template: 'hello' });
  expect(failed).toMatch(/template\.html:2:.*uper/);

  const mended = await assistant.use('write_template', { template: 'hello', files: hello });
  expect(mended.report).toMatchObject({ ok: true, errors: [] });
  const rendered = await assistant.use('render', {
    template: 'hello',
    data: { name: 'Grace' },
    include_pdf: true,
  });
  expect(rendered.report).toMatchObject({ pdf: join(dir, 'output', 'hello.pdf'), pages: 1, warnings: [] });
  const pdf = readFileSync(rendered.report.pdf);
  expect((await readPdf(pdf)).pages.join()).toContain('Hello Grace');
  expect(rendered.pictures.map(pngSize)).toEqual([[828, 1170]]);
  const resource = rendered.result.content.find(({ type }) => type === 'resource');
  expect(JSON.stringify(resource)).toContain(pdf.toString('base64'));

  const shown = await assistant.use('show_template', { template: 'hello' });
  expect(shown.report).toMatchObject({ sample_data: { name: 'Ada' }, data_names: { used: ['name'] } });

  const published = await assistant.use('publish', { template: 'hello' });
  expect(published.report).toMatchObject({ name: 'hello', version: 1, published: true, server: server.url });
  const answer = await ask(server, server.token, `/api/v1/templates/${published.report.id}/generate`, {
    data: { name: 'Alan' },
    output: 'binary',
  });
  expect((await readPdf(Buffer.from(await answer.arrayBuffer()))).pages.join()).toContain('Hello Alan');
});

it('the built server answers an assistant too', async () => {
  const server = await startServe(join(temporaryFolder(), 'data'));
  const assistant = await connectAssistant(server.url, server.token ?? '');
  const rendered = await assistant.use('render', { template: 'invoice', show_pages: '1-2' });
  expect(rendered.report).toMatchObject({ template: 'invoice', pages: 2 });
  expect(rendered.pictures.map(pngSize)).toEqual([
    [827, 1170],
    [827, 1170],
  ]);
});

it('renders HTML and Markdown, merges, and checks', async () => {
  const { assistant } = await openDesk();
  await assistant.use('write_template', { template: 'hello', files: hello });
  const long = await assistant.use('render', {
    html: `<html lang="en"><title>L</title>${'<p style="break-after: page">Page</p>'.repeat(8)}`,
    format: 'A5',
    filename: 'long',
    show_pages: '1-',
  });
  expect(long.report.pages).toBe(8);
  expect(long.pictures).toHaveLength(4);
  expect(long.report.notes.join()).toContain('8 pages were chosen');
  expect(pngSize(long.pictures[0])).toEqual([584, 827]);
  const notes = await assistant.use('render', {
    markdown: '# Notes for {{ who }}',
    data: { who: 'Ada' },
    show_pages: '',
  });
  expect(notes.pictures).toEqual([]);

  const merged = await assistant.use('merge', {
    documents: [
      { template: 'hello', data: { name: 'Grace' } },
      { pdf: long.report.pdf },
      { pdf: 'document.pdf' },
    ],
    filename: 'all.pdf',
    show_pages: 'last',
  });
  expect(merged.report.pages).toBe(10);
  expect((await readPdf(readFileSync(merged.report.pdf))).pages.at(-1)).toContain('Notes for Ada');
  const checked = await assistant.use('check', { pdf: 'all.pdf' });
  expect(checked.report.levels.map(({ name }: { name: string }) => name)).toContain('PDF/A-2b');
  const template = await assistant.use('check', { template: 'hello' });
  expect(template.report).toMatchObject({ name: 'hello', ok: true });

  expect(await assistant.failure('render', { template: 'hello', show_pages: '2' })).toContain('has 1 page');
  expect(await assistant.failure('render', { template: 'hello', html: '<p>' })).toContain(
    'must have one of template',
  );
  expect(await assistant.failure('render', { template: 'helo' })).toContain('Did you mean "hello"?');
  expect(await assistant.failure('publish', { template: 'hello' })).toContain('(no_server)');
});

it('refuses edits that are not clear, and writes nothing then', async () => {
  const { assistant, dir } = await openDesk();
  await assistant.use('write_template', { template: 'hello', files: hello });
  const failing = [
    [{ path: 'template.html', edits: [{ find: 'h1', replace: 'h2' }] }, 'more than once'],
    [{ path: 'template.html', edits: [{ find: 'absent', replace: '' }] }, 'does not occur'],
    [{ path: 'styles.css', edits: [{ find: 'a', replace: '' }] }, 'no file'],
    [{ path: 'template.html', delete: true }, 'needs template.html'],
    [{ path: 'template.html' }, 'one of content'],
    [{ path: 'assets/a.png', content: '%%%', encoding: 'base64' }, 'base64'],
  ] as const;
  for (const [file, reason] of failing) {
    const files = [{ path: 'data.json', content: '{}' }, file];
    expect(await assistant.failure('write_template', { template: 'hello', files })).toContain(reason);
  }
  expect(readFileSync(join(dir, 'hello', 'data.json'), 'utf8')).toBe('{"name": "Ada"}');
  await assistant.use('write_template', { template: 'hello', files: [{ path: 'data.json', delete: true }] });
  expect(existsSync(join(dir, 'hello', 'data.json'))).toBe(false);
});

it('lists and renders a folder with a file that no template has, reports it, and removes it', async () => {
  const { assistant, dir } = await openDesk();
  await assistant.use('write_template', { template: 'hello', files: hello });
  mkdirSync(join(dir, 'hello', 'assets'));
  writeFileSync(join(dir, 'hello', 'assets', 'x.exe'), 'MZ');
  const shown = await assistant.use('show_template', { template: 'hello' });
  expect(shown.report.files).toContainEqual({ path: 'assets/x.exe', bytes: 2 });
  expect((await assistant.use('render', { template: 'hello' })).report.pages).toBe(1);
  const reported = { ok: false, errors: [expect.stringContaining('"assets/x.exe" cannot be a file')] };
  expect((await assistant.use('check', { template: 'hello' })).report).toMatchObject(reported);
  const removed = await assistant.use('write_template', {
    template: 'hello',
    files: [{ path: 'assets/x.exe', delete: true }],
  });
  expect(removed.report).toMatchObject({ ok: true, errors: [] });
  expect(existsSync(join(dir, 'hello', 'assets', 'x.exe'))).toBe(false);
});

/** Sends lines to the command and closes stdin. Returns its output. */
async function pipe(lines: string): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const child = spawn(process.execPath, [bin, 'mcp', '--dir', temporaryFolder()], { env: inherited() });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(lines);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { stdout, stderr, code };
}

const request = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const initialize = request(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

it('prints nothing but protocol, and ends when stdin closes', async () => {
  const call = request(2, 'tools/call', { name: 'render', arguments: { html: '<p>x', show_pages: '' } });
  const { stdout, code } = await pipe(`${initialize}not json\n{"jsonrpc":"2.0"}\n[]\n${call}`);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
  expect(messages[0]).toMatchObject({ id: 1, result: { serverInfo: { name: 'pdfapi' } } });
  expect(code).toBe(0);
});

it('ends with an error for a message that is too large', async () => {
  const { stdout, stderr, code } = await pipe(`${initialize}${'x'.repeat(11 * 1024 * 1024)}\n`);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('more than 10 MB');
  expect(code).toBe(5);
});
