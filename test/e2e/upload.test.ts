/** `--upload`: the server of the command line sends the PDF to a storage. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPdf } from '../support/read-pdf.ts';
import { root, run } from '../support/run.ts';
import { type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-upload-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stored: Buffer[] = [];
let status = 200;
const storage = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  stored.push(Buffer.concat(chunks));
  response.writeHead(status).end('AccessDenied');
});
let server: RunningServe;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/a.pdf`;
  server = await startServe(join(folder, 'data'), ['--allow-host', '127.0.0.1']);
  writeFileSync(join(folder, 'page.html'), '<link rel="stylesheet" href="a.css"><p>with files</p>');
  writeFileSync(join(folder, 'a.css'), 'p { color: red }');
});
afterAll(() => {
  storage.close();
  storage.closeAllConnections();
});
beforeEach(() => {
  stored.length = 0;
  status = 200;
});

const pdfapi = (...args: string[]) =>
  run(args, { cwd: folder, env: { PDFAPI_URL: server.url, PDFAPI_TOKEN: String(server.token) } });

it('sends HTML with its files, a template and a merge, and prints the address without its signature', async () => {
  const signed = `${url}?signature=secret`;
  const html = await pdfapi('html', 'page.html', '--upload', signed);
  expect([html.exitCode, html.stdout]).toEqual([0, `${url}\n`]);
  expect(html.stderr).toContain('uploaded');
  expect((await readPdf(stored[0] ?? Buffer.alloc(0))).pages).toEqual(['with files']);
  const data = join(root, 'templates-examples/letter/data.json');
  const merge = await pdfapi('merge', `letter:${data}`, `letter:${data}`, '--upload', signed, '--json');
  expect(JSON.parse(merge.stdout)).toMatchObject({ path: null, uploaded: true, url, target: 'remote' });
  const generate = await pdfapi('generate', 'letter', '-d', data, '--upload', signed, '--json');
  expect(JSON.parse(generate.stdout)).toMatchObject({ uploaded: true, url });
  expect(stored).toHaveLength(3);
});

it('reports what the storage said, and does not try again', async () => {
  status = 403;
  const { exitCode, stdout, stderr } = await pdfapi('html', 'page.html', '--upload', url);
  expect([exitCode, stdout]).toEqual([6, '']);
  expect(stderr).toContain('The storage responded with 403: AccessDenied');
  expect(stored).toHaveLength(1);
});

it.each([
  [['html', 'page.html', '--upload', 'http://a', '-o', 'a.pdf'], '-o and --upload are mutually exclusive'],
  [['html', 'page.html', '--upload', 'http://a', '--url'], '--url and --upload are mutually exclusive'],
  [['html', 'page.html', '--upload', 'http://a', '--local'], '--upload needs a server'],
  [['html', 'https://example.com', '--upload', 'http://a', '--local'], '--upload needs a server'],
])('rejects %j', async (args, message) => {
  const { exitCode, stderr } = await pdfapi(...args);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stored).toEqual([]);
});
