/** What an operator sees whose database was lost while the rest of the data directory was not. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run } from '../support/run.ts';
import { ask, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const database = join(dataDir, 'database.sqlite');
const backup = join(folder, 'backup.sqlite');

const serve = async () =>
  await run(['serve', '--port', '0', '--data-dir', dataDir, '--json'], { cwd: folder });

it('refuses to start, names what was found and the way back, and after a restore delivers again', async () => {
  const server = await startServe(dataDir);
  const made = await ask(server, server.token, '/api/v1/html-to-pdf', { html: '<p>a</p>', output: 'url' });
  const { url } = (await made.json()) as { url: string };
  expect((await run(['admin', 'backup', backup, '--data-dir', dataDir], { cwd: folder })).exitCode).toBe(0);
  await server.stop('SIGKILL');
  const documents = readdirSync(join(dataDir, 'documents'));
  copyFileSync(`${database}-wal`, join(folder, 'wal'));

  for (const lose of [() => truncateSync(database), () => rmSync(database)]) {
    lose();
    const { exitCode, stderr, stdout } = await serve();
    const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
    expect([exitCode, stdout, error.code]).toEqual([9, '', 'database_corrupt']);
    expect(error.message).toContain(`1 document in ${join(dataDir, 'documents')}, database.sqlite-wal with`);
    expect(error.hint).toContain('pdfapi admin restore <file>');
    expect(readdirSync(join(dataDir, 'documents'))).toEqual(documents);
    expect(existsSync(`${database}-wal`)).toBe(true);
  }
  expect((await run(['admin', 'token', 'list', '--data-dir', dataDir], { cwd: folder })).exitCode).toBe(9);

  expect((await run(['admin', 'restore', backup, '--data-dir', dataDir], { cwd: folder })).exitCode).toBe(0);
  const again = await startServe(dataDir);
  expect(again.token).toBeNull();
  expect((await ask(again, server.token, '/api/v1/usage')).status).toBe(200);
  const { pathname, search } = new URL(url);
  expect((await fetch(`${again.listening}${pathname}${search}`)).status).toBe(200);
  await again.stop();
});
