/** `pdfapi mcp`: an assistant over stdio, from nothing to a published template, and hostile calls. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { bin } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';
import { type Assistant, connect, connectAssistant, pngSize } from '../support/server/assistant.ts';

interface Desk {
  readonly assistant: Assistant;
  readonly pid: number;
  readonly dir: string;
}

/** Starts the command as the program of an assistant does. */
async function openDesk(environment: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const folder = temporaryFolder();
  const dir = join(folder, 'templates');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', '--dir', dir],
    env: {
      ...inherited(),
      PDFAPI_CONFIG_DIR: join(folder, 'config'),
      XDG_DATA_HOME: join(folder, 'share'),
      ...environment,
    },
    stderr: 'pipe',
  });
  const assistant = await connect(transport);
  return { assistant, pid: transport.pid ?? 0, dir };
}

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || (name.startsWith('PDFAPI_') && name !== 'PDFAPI_NO_SANDBOX')
        ? []
        : [[name, value]],
    ),
  );

const hello = [
  { path: 'template.html', content: '<html lang="en"><title>Hello</title><h1>Hello {{ name }}</h1>' },
  { path: 'data.json', content: '{"name": "Ada"}' },
];

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

it.runIf(process.platform !== 'win32')('waits for no pipe', async () => {
  const { assistant, dir } = await openDesk();
  await assistant.use('write_template', { template: 'hello', files: hello });
  mkdirSync(join(dir, 'output'), { recursive: true });
  execFileSync('mkfifo', [
    join(dir, 'output', 'pipe.pdf'),
    join(dir, 'hello', 'header.html'),
    join(dir, 'data.json'),
  ]);
  const notRead = 'it is a pipe, not a file';
  expect(await assistant.failure('check', { pdf: 'pipe.pdf' })).toContain(notRead);
  expect(await assistant.failure('merge', { documents: [{ pdf: 'pipe.pdf' }] })).toContain(notRead);
  expect(await assistant.failure('render', { html: '<p>x', filename: 'pipe.pdf' })).toContain('is a pipe');
  expect(await assistant.failure('show_template', { template: 'hello', file: 'header.html' })).toContain(
    'header.html',
  );
  expect(await assistant.failure('render', { template: 'hello' })).toContain('header.html');
  // The next calls have their turn.
  await assistant.use('list_templates', {});
  expect((await assistant.use('render', { html: '<p>x' })).report.pages).toBe(1);
});

it('never leaves its folder', async () => {
  const { assistant, dir } = await openDesk();
  const outside = join(dir, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'template.html'), 'secret');
  writeFileSync(join(outside, 'secret.pdf'), '%PDF-secret');
  await assistant.use('write_template', { template: 'hello', files: hello });
  symlinkSync(outside, join(dir, 'linked'));
  symlinkSync(outside, join(dir, 'hello', 'assets'));
  symlinkSync(join(outside, 'template.html'), join(dir, 'hello', 'header.html'));
  symlinkSync(join(outside, 'secret.pdf'), join(dir, 'output.pdf'));

  const content = { content: 'x' };
  for (const template of [
    '../outside',
    '..',
    '.',
    'a/b',
    'output',
    '/etc',
    'C:',
    '.git',
    'linked',
    'a\\b',
    'a\0b',
  ]) {
    for (const tool of ['show_template', 'render', 'check', 'publish']) {
      expect(await assistant.failure(tool, { template })).not.toContain('secret');
    }
    const write = { template, files: [{ path: 'template.html', ...content }] };
    expect(await assistant.failure('write_template', write)).toContain('(invalid_request)');
  }
  for (const path of [
    '../outside/x.html',
    '/etc/passwd',
    'assets/x.png',
    'assets/deep/x.png',
    '.git/config',
    'partials/../../x.html',
    'run.sh',
    'node_modules/x.js',
    'partials/x.exe',
    'partials/x.sh',
    'a\0.html',
  ]) {
    const text = await assistant.failure('write_template', {
      template: 'hello',
      files: [{ path, ...content }],
    });
    expect(text).toMatch(/\(invalid_(?:request|template)\)/);
    expect(await assistant.failure('show_template', { template: 'hello', file: path })).not.toContain(
      'secret',
    );
  }
  expect(existsSync(join(outside, 'deep'))).toBe(false);
  expect(existsSync(join(outside, 'x.png'))).toBe(false);
  expect(await assistant.failure('show_template', { template: 'hello', file: 'header.html' })).not.toContain(
    'secret',
  );
  for (const pdf of [
    join(outside, 'secret.pdf'),
    '../outside/secret.pdf',
    '/etc/passwd',
    join(dir, 'output.pdf'),
  ]) {
    expect(await assistant.failure('check', { pdf })).not.toContain('root:');
    expect(await assistant.failure('merge', { documents: [{ pdf }] })).toContain('outside');
  }
  for (const filename of ['../x.pdf', '/tmp/x.pdf', '.x.pdf', 'a/b.pdf']) {
    expect(await assistant.failure('render', { html: '<p>x', filename })).toContain('filename');
  }
  mkdirSync(join(dir, 'output'), { recursive: true });
  symlinkSync(join(outside, 'secret.pdf'), join(dir, 'output', 'x.pdf'));
  expect(await assistant.failure('render', { html: '<p>x', filename: 'x.pdf' })).toContain('symbolic link');
  expect(readFileSync(join(outside, 'secret.pdf'), 'utf8')).toBe('%PDF-secret');
  // Deleting a link removes the link, and a file of another folder is not replaced through it.
  await assistant.use('write_template', {
    template: 'hello',
    files: [{ path: 'header.html', content: 'mine' }],
  });
  expect(readFileSync(join(outside, 'template.html'), 'utf8')).toBe('secret');
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

it('outlives hostile templates, floods and what is not JSON-RPC', async () => {
  const { assistant } = await openDesk();
  const endless = '{% for a in 1..9000000 %}{% for b in 1..9000000 %}{{ b }}{% endfor %}{% endfor %}';
  const written = await assistant.use('write_template', {
    template: 'endless',
    files: [
      { path: 'template.html', content: endless },
      { path: 'data.json', content: '{}' },
    ],
  });
  expect(written.report.ok).toBe(false);
  await assistant.failure('render', { template: 'endless' });
  const flood = await Promise.allSettled(
    Array.from({ length: 36 }, () => assistant.use('render', { html: '<p>x', show_pages: '' })),
  );
  const rejected = flood.filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(0);
  for (const each of rejected) expect(String((each as PromiseRejectedResult).reason)).toContain('queue_full');
  await expect(assistant.client.callTool({ name: 'nothing' })).rejects.toThrow('There is no tool "nothing"');
  expect((await assistant.use('list_templates')).report.templates).toEqual([{ name: 'endless' }]);
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

it('leaves no browser when its client goes', async () => {
  const { assistant, pid } = await openDesk();
  await assistant.use('render', { html: '<p>x' });
  const browsers = childrenOf(pid);
  expect(browsers.length).toBeGreaterThan(0);
  await assistant.client.close();
  await expect.poll(() => browsers.filter(isRunning), { timeout: 10_000 }).toEqual([]);
  expect(isRunning(pid)).toBe(false);
});

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
