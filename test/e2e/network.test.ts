/** The hosts that a page may reach from the command line: public ones, and those that the user allows. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { run } from '../support/run.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response
    .writeHead(200, { 'content-type': 'image/svg+xml' })
    .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
});
let host = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const folder = () => temporaryFolder({ 'page.html': `<img src="http://${host}/logo.svg">Text` });

it('blocks a local host, names it, and sends it nothing', async () => {
  asked.length = 0;
  const { exitCode, stderr } = await run(['html', 'page.html'], { cwd: folder() });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`http://${host}/logo.svg was blocked: Port`);
  expect(stderr).toContain(`--allow-host ${host}`);
  expect(asked).toEqual([]);
  const strict = await run(['html', 'page.html', '--strict'], { cwd: folder() });
  expect(strict.exitCode).toBe(6);
});

it.each([
  ['--allow-host', () => ({ args: ['--allow-host', host], env: {} })],
  ['PDFAPI_ALLOW_HOSTS', () => ({ args: [], env: { PDFAPI_ALLOW_HOSTS: `example.com, ${host}` } })],
])('allows a local host with %s', async (_how, given) => {
  asked.length = 0;
  const { args, env } = given();
  const { exitCode, stderr } = await run(['html', 'page.html', '--strict', ...args], { cwd: folder(), env });
  expect(exitCode, stderr).toBe(0);
  expect(asked).toEqual(['/logo.svg']);
});
