/** `pdfapi templates …` against faulty servers and over broken connections. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hashContent } from '../../../src/contract/content-hash.ts';
import { machineAt } from '../../e2e/machine.ts';
import { startStubServer } from '../../e2e/stub-server.ts';
import { run } from '../../support/run.ts';
import { startServe } from '../../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const machine = (name: string, { url, token = 'any' }: { url: string; token?: string }) =>
  machineAt({ cwd: join(folder, name), url, token });

const summary = {
  id: 7,
  name: 'invoice',
  type: 'html',
  has_base_pdf: false,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-02T00:00:00+00:00',
};
const page = (data: object[]) => ({
  data,
  links: { first: 'http://a', last: 'http://a', prev: null, next: null },
  meta: { current_page: 1, last_page: 1, per_page: 50, total: data.length },
});

it('a server that has only the API supports list and show, and the other commands report why they fail', async () => {
  const stub = await startStubServer((asked) =>
    asked.startsWith('GET /api/v1/templates?') ? { body: page([summary]) } : undefined,
  );
  const here = machine('api-only', { url: stub.url, token: 'another-form-of-token' });
  expect((await here.templates('list')).result).toEqual([summary]);
  expect((await here.plain('list')).stdout).toBe(`7\tinvoice\thtml\t\t\t${summary.updated_at}\n`);
  expect((await here.templates('show', 'invoice')).result).toEqual(summary);
  expect((await here.templates('show', 'invioce')).error.message).toContain('Did you mean "invoice"?');
  here.template('invoice');
  for (const args of [
    ['push', 'invoice'],
    ['status', 'invoice'],
    ['pull', '7'],
    ['publish', '7'],
  ]) {
    const { exitCode, error } = await here.templates(...args);
    expect([args[0], exitCode, error.message]).toEqual([
      args[0],
      4,
      expect.stringContaining('does not manage templates'),
    ]);
  }
  expect(stub.requests.filter((asked) => !asked.startsWith('GET'))).toEqual([]);
});

const managed = (files: Readonly<Record<string, string>>, hash?: string) => {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const version = {
    version: 1,
    hash: hash ?? hashContent(contents).hash.toString('hex'),
    created_at: summary.created_at,
    published: true,
    files: hashContent(contents).files.map((file) => ({
      path: file.path,
      size: file.bytes.length,
      hash: file.hash.toString('hex'),
      content: Buffer.from(file.bytes).toString('base64'),
    })),
  };
  const { hash: latest_hash } = version;
  const entry = {
    ...summary,
    latest_version: 1,
    latest_hash,
    published_version: 1,
    published_hash: latest_hash,
  };
  return startStubServer((asked) => {
    if (asked === 'GET /manage/v1/templates') return { body: { data: [entry] } };
    return asked.endsWith('/files') ? { body: { data: version } } : undefined;
  });
};

it.each([
  '../up.css',
  'assets/../../up.css',
  '/tmp/up.css',
  '.bashrc',
  '.git/hooks/pre-commit',
  'Makefile',
  'C:a.css',
])('writes nothing if a server sends a file at %s, not even with --force', async (path) => {
  const stub = await managed({ 'template.html': 'x', [path]: 'evil' });
  const here = machine(`hostile ${encodeURIComponent(path)}`, { url: stub.url });
  const { exitCode, error } = await here.templates('pull', 'invoice', 'inner/target');
  expect([exitCode, error.code]).toEqual([5, 'invalid_template']);
  mkdirSync(join(here.cwd, 'forced'));
  expect((await here.templates('pull', 'invoice', 'forced', '--force')).exitCode).toBe(5);
  expect(readdirSync(here.cwd, { recursive: true })).toEqual(['forced']);
  expect(existsSync(join(folder, 'up.css'))).toBe(false);
});

it.each([400, 401, 403, 405])(
  'lists the templates of a server that responds with %i to unknown paths',
  async (status) => {
    const stub = await startStubServer((asked) =>
      asked.startsWith('GET /api/v1/templates?')
        ? { body: page([summary]) }
        : { status, body: { message: 'No such path.' } },
    );
    const here = machine(`unknown paths ${status}`, { url: stub.url });
    expect((await here.templates('list')).result).toEqual([summary]);
  },
);

it.each([{}, { code: 'method_not_allowed' }])(
  'reports a server too old to rename and delete: %j',
  async (code) => {
    const entry = { ...summary, latest_version: 1, latest_hash: 'a'.repeat(64), published_version: 1 };
    const stub = await startStubServer((asked) =>
      asked.startsWith('GET')
        ? { body: { data: [{ ...entry, published_hash: entry.latest_hash }] } }
        : { status: 405, body: { message: 'Method not allowed.', ...code } },
    );
    const here = machine(`old ${Object.keys(code)}`, { url: stub.url });
    for (const [what, ...args] of [
      ['rename', 'invoice', 'bill'],
      ['delete', 'invoice', '--yes'],
    ] as const) {
      const { exitCode, error } = await here.templates(what, ...args);
      expect([exitCode, error.message]).toEqual([4, `${stub.url} is too old to ${what} templates.`]);
      expect(error.hint).toContain('newer pdfapi');
    }
  },
);

it('rejects files that do not match their hash', async () => {
  const stub = await managed({ 'template.html': 'x' }, 'a'.repeat(64));
  const here = machine('tampered', { url: stub.url });
  const { exitCode, error } = await here.templates('pull', 'invoice');
  expect([exitCode, error.code, here.has('invoice')]).toEqual([10, 'not_an_api', false]);
});

it('leaves no folder after a failed pull, and keeps an existing one complete', async () => {
  const stub = await managed({ 'template.html': 'x', 'assets/a.css': 'b {}' });
  const here = machine('broken-off', { url: stub.url });
  expect((await here.templates('pull', 'invoice')).exitCode).toBe(0);
  const before = here.read('invoice/.pdfapi.json');
  const failing = await startStubServer((asked) =>
    asked === 'GET /manage/v1/templates'
      ? {
          body: {
            data: [
              {
                ...summary,
                latest_version: 2,
                latest_hash: 'b'.repeat(64),
                published_version: 1,
                published_hash: 'c'.repeat(64),
              },
            ],
          },
        }
      : { status: 500, body: { message: 'It broke.', request_id: 'x' } },
  );
  const there = machine('broken-off', { url: failing.url });
  expect((await there.templates('pull', 'invoice', 'other')).exitCode).toBe(1);
  expect(there.has('other')).toBe(false);
  expect((await there.templates('pull', 'invoice', 'invoice', '--force')).exitCode).toBe(1);
  expect(there.read('invoice/template.html')).toBe('x');
  expect(there.read('invoice/.pdfapi.json')).toBe(before);
});

it('sends a push only once if it conflicts at the last moment', async () => {
  const conflict = {
    message: 'It has changed.',
    template_id: 7,
    latest_version: 3,
    latest_hash: 'd'.repeat(64),
  };
  const stub = await startStubServer((asked) =>
    asked === 'GET /manage/v1/templates'
      ? { body: { data: [] } }
      : asked.startsWith('PUT')
        ? { status: 409, body: conflict }
        : undefined,
  );
  const here = machine('late', { url: stub.url });
  here.template('invoice');
  const { exitCode, error } = await here.templates('push', 'invoice');
  expect([exitCode, error.code, error.message]).toEqual([5, 'template_conflict', 'It has changed.']);
  expect(stub.requests.filter((asked) => asked.startsWith('PUT'))).toHaveLength(1);
  expect(here.has('invoice/.pdfapi.json')).toBe(false);
});

it('shows control characters in template names as symbols', async () => {
  const stub = await startStubServer((asked) =>
    asked.startsWith('GET /api/v1') ? { body: page([{ ...summary, name: 'a\u001b[2J\tb\nc' }]) } : undefined,
  );
  const here = machine('escapes', { url: stub.url });
  expect((await here.plain('list')).stdout.split('\t').slice(0, 2)).toEqual(['7', 'a␛[2J b c']);
});

it('reports and records the templates that were stored if a push of several folders stops halfway', async () => {
  let puts = 0;
  const stub = await startStubServer((asked) => {
    if (asked === 'GET /manage/v1/templates') return { body: { data: [] } };
    if (!asked.startsWith('PUT')) return undefined;
    if (++puts > 1) return { status: 500, body: { message: 'It broke.', request_id: 'x' } };
    const data = {
      id: 1,
      name: 'a',
      version: 1,
      hash: '',
      published: false,
      unchanged: false,
      dry_run: false,
    };
    return { body: { data } };
  });
  const here = machine('half-way', { url: stub.url });
  here.template('a');
  here.template('b');
  const { exitCode, stdout, stderr } = await here.plain('push', 'a', 'b');
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain('warning: Version 1 of "a" was stored.');
  expect([here.has('a/.pdfapi.json'), here.has('b/.pdfapi.json')]).toEqual([true, false]);
});

it('repeats a push whose response was lost, and creates one version', async () => {
  const dataDir = join(folder, 'data');
  const server = await startServe(dataDir);
  const args = ['admin', 'token', 'create', '--scope', 'templates:write', '--data-dir', dataDir];
  const token = (await run(args, { cwd: folder })).stdout.trim();
  let cut = 0;
  const proxy = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const passed = forward(`${server.url}${url}`, { method, headers }, (answer) => {
      // The server has processed the request, but the client never learns of it.
      if (method === 'PUT' && cut++ === 0) response.destroy();
      else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const here = machine('cut', { url, token });
  here.template('invoice-2');
  const { exitCode, result } = await here.templates('push', 'invoice-2', '--publish');
  expect([exitCode, result]).toEqual([
    0,
    expect.objectContaining({ version: 1, published: true, unchanged: true }),
  ]);
  expect(cut).toBe(2);
  expect((await here.templates('status', 'invoice-2')).result[0].state).toBe('unchanged');
});
