/** The first token of a service is stored before it is printed, and the server may be killed in between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';
import { runSql } from '../../support/store/open-test-store.ts';
import { serveInChild } from './serve-in-child.ts';

const command = fileURLToPath(new URL('command-in-child.ts', import.meta.url));

const usage = async (server: Awaited<ReturnType<typeof startTestServer>>, token: string | undefined) =>
  (await server.stranger(token).get('usage')).status;

it('is made again until it was shown, and then no more', async () => {
  const dataDir = temporaryFolder();
  let starts = 0;
  const start = async (databaseUrl?: string) => {
    // Servers that share a database give another one a minute for its first run.
    const aheadMs = 120_000 * starts++;
    const now = () => new Date(Date.now() + aheadMs);
    return await startTestServer({ browser: false, dataDir, databaseUrl, now });
  };
  const names = async ({ store }: { readonly store: typeof unseen.store }) =>
    (await store.tokens.list()).map(({ name }) => name);

  const unseen = await start();
  const unconfirmed = 'first run, not shown yet';
  expect(await names(unseen)).toEqual([unconfirmed]);
  const { databaseUrl } = unseen;
  await unseen.stop();
  const tokens = [unseen.server.token];
  for (let times = 0; times < 2; times++) {
    const next = await start(databaseUrl);
    tokens.push(next.server.token);
    expect(await names(next)).toEqual([unconfirmed, unconfirmed]);
    await next.stop();
  }

  const shown = await start(databaseUrl);
  const { token } = shown.server;
  await shown.server.confirmToken();
  expect((await names(shown)).sort()).toEqual(['first run', unconfirmed]);
  await shown.stop();

  const last = await start(databaseUrl);
  expect(last.server.token).toBeUndefined();
  expect(new Set([...tokens, token]).size).toBe(4);
  // The one before it may have been shown by a server that could not record it.
  const statuses = await Promise.all([...tokens, token].map((each) => usage(last, each)));
  expect(statuses).toEqual([401, 401, 200, 200]);
});

it('is not made again if it was used, although the server was killed before it could note that it was shown', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestServer({ browser: false, dataDir });
  const { token } = first.server;
  expect(await usage(first, token)).toBe(200);
  await first.stop();
  const { databaseUrl } = first;
  const again = await startTestServer({ browser: false, dataDir, databaseUrl });
  expect(again.server.token).toBeUndefined();
  expect(await usage(again, token)).toBe(200);
});

it('is printed by the next start if the first one is killed after storing it', async () => {
  const dataDir = temporaryFolder();
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--json'];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const ended = once(child, 'exit');
  const database = join(dataDir, 'database.sqlite');
  const sql = runSql(database);
  const hasToken = async () =>
    existsSync(database) && (await sql('SELECT id FROM tokens').catch(() => [])).length > 0;
  // The browser is still starting.
  await expect.poll(hasToken, { timeout: 30_000, interval: 10 }).toBe(true);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(printed).toBe('');

  const next = await serveInChild(dataDir);
  expect(next.token).toMatch(/^pdf_/);
  expect((await next.caller.get('usage')).status).toBe(200);
  // Once it was printed, the row says so.
  await expect.poll(() => sql('SELECT name FROM tokens')).toContainEqual({ name: 'first run' });
});
