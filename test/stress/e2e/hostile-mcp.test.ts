/** `pdfapi mcp` with an assistant that asks for too much, for files of others, or goes without a word. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hello, openDesk } from '../../support/cli/mcp-desk.ts';

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
