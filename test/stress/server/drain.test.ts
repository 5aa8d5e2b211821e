/** Shutdown by SIGTERM or SIGHUP, and the death of a server's process: running work finishes, and nothing is lost. */
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { openStore } from '../../../src/store/store.ts';
import { serveInChild } from '../../integration/server/serve-in-child.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { rawRequest } from '../../support/server/raw-request.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const busy = (ms: number) =>
  `<p>busy</p><script>const end = performance.now() + ${ms}; while (performance.now() < end);</script>`;
const openFor = async (dataDirectory: string) => {
  const store = await openStore({ dataDirectory });
  const [team] = await store.teams.list();
  return { store, id: team?.id ?? 0 };
};

it.each([
  'SIGTERM',
  // A terminal that is closed, or a `postrotate` script, sends it, to a process under `nohup` too.
  'SIGHUP',
] as const)(
  'finishes running work at %s, returns 503 with Retry-After to new requests, and exits with 0 and no open holds',
  async (signal) => {
    const dataDir = temporaryFolder();
    const { caller, url, child, ended } = await serveInChild(dataDir, { flags: ['--rate-limit', '100000'] });
    const { store, id } = await openFor(dataDir);
    // Loads the OpenAPI document, which responses are checked against and which is not served during shutdown.
    await caller.get('usage');
    const rendering = caller.post('html-to-pdf', { html: busy(1_500), output: 'url' });
    await vi.waitFor(async () => expect(await store.ledger.entries(id)).toHaveLength(1), {
      timeout: 10_000,
      interval: 5,
    });
    child.kill(signal);
    await vi.waitFor(async () => expect((await caller.get('/readyz')).status).toBe(503), { interval: 10 });
    const late = await caller.post('html-to-pdf', { html: 'a' });
    expect([late.status, late.json.message]).toEqual([503, 'The server is stopping.']);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(late.headers.get('x-ratelimit-limit')).toBe('100000');
    expect((await caller.get('/healthz')).status).toBe(200);
    const answer = await rendering;
    expect(answer.status).toBe(200);
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect((await store.ledger.usage(id, new Date())).current_month_usage).toBe(1);
    expect(await store.ledger.verify()).toEqual([]);
    await store.close();
  },
);

it('exits immediately at the second signal, and the next start voids open holds', async () => {
  const dataDir = temporaryFolder();
  const first = await serveInChild(dataDir);
  const { store, id } = await openFor(dataDir);
  const lost = first.caller
    .post('html-to-pdf', { html: busy(20_000) }, { 'idempotency-key': 'again' })
    .catch(() => 'lost');
  await vi.waitFor(async () => expect(await store.ledger.entries(id)).toHaveLength(1), {
    timeout: 10_000,
    interval: 5,
  });
  first.child.kill('SIGTERM');
  // One Ctrl-C may arrive twice within half a second. A later signal counts as the second.
  await new Promise((go) => setTimeout(go, 700));
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(143);
  expect(await lost).toBe('lost');

  const second = (await startTestServer({ dataDir })).stranger(first.token);
  expect((await store.ledger.entries(id)).map(({ kind }) => kind)).toEqual(['hold', 'void']);
  expect((await store.ledger.usage(id, new Date())).current_month_usage).toBe(0);
  // The key is free again.
  const retried = await second.post('html-to-pdf', { html: 'a' }, { 'idempotency-key': 'again' });
  expect(retried.status).toBe(200);
  await store.close();
});

it('finishes a request whose body was still arriving when shutdown began', async () => {
  const server = await startTestServer();
  const { token, used } = await server.team();
  const body = JSON.stringify({ html: '<p>late</p>', output: 'binary' });
  const head = `POST /api/v1/html-to-pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  let stopped: Promise<void> | undefined;
  let charged: Promise<number> | undefined;
  const answer = rawRequest(
    server.url,
    head + body.slice(0, 5),
    300,
    () => {
      stopped = server.server.stop();
      charged = used();
    },
    200,
    body.slice(5),
  );
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  await stopped;
  expect([await charged, await used()]).toEqual([0, 1]);
});

it('ends work that exceeds the drain time, and charges nothing for it', async () => {
  const server = await startTestServer({ flags: { rateLimit: '0' }, timeouts: { drain: 500 } });
  const member = await server.team();
  await member.get('usage');
  const endless = member.post('html-to-pdf', { html: '<script>for (;;);</script>' });
  // A client that announces a body and never sends it must not block shutdown.
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  silent.on('error', () => {});
  silent.write(
    `POST /api/v1/html-to-pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  );
  await vi.waitFor(async () => expect(await server.store.ledger.entries(member.team.id)).toHaveLength(1), {
    timeout: 10_000,
  });
  const stopped = server.server.stop();
  const { status, json } = await endless;
  expect([status, json.message]).toEqual([503, expect.any(String)]);
  await stopped;
  expect((await server.store.ledger.entries(member.team.id)).map(({ kind }) => kind)).toEqual([
    'hold',
    'void',
  ]);
  silent.destroy();
});

it('after kill -9 under load, every acknowledged PDF is charged once and stored, and nothing else is', async () => {
  const dataDir = temporaryFolder();
  let token: string | undefined;
  const acknowledged: string[] = [];
  for (const wait of [100, 400]) {
    const {
      caller,
      child,
      ended,
      token: known,
    } = await serveInChild(dataDir, token === undefined ? {} : { token });
    token = known;
    const load = Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await caller
          .post('html-to-pdf', { html: '<p>{{ 1 }}</p>', output: 'url' })
          .catch(() => undefined);
        if (!answer) return;
        expect(answer.status).toBe(200);
        acknowledged.push(answer.json.url);
      }
    });
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), {
      timeout: 10_000,
      interval: 5,
    });
    await new Promise((go) => setTimeout(go, wait));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await Promise.all(load);
  }
  const stranger = (await startTestServer({ dataDir, browser: false })).stranger();
  const { store, id } = await openFor(dataDir);
  const charged = (await store.ledger.usage(id, new Date())).current_month_usage;
  // A charged response may be lost on its way to the client: at most four at each of the two kills.
  expect(charged).toBeGreaterThanOrEqual(acknowledged.length);
  expect(charged).toBeLessThanOrEqual(acknowledged.length + 8);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  for (const url of acknowledged) {
    const { pathname, search } = new URL(url);
    expect((await stranger.get(`${pathname}${search}`)).status).toBe(200);
  }
  expect(await store.ledger.verify()).toEqual([]);
  await store.close();
});

it('a second server on the same data directory fails to start, and names the first one', async () => {
  const server = await startTestServer({ browser: false });
  await expect(startTestServer({ browser: false, dataDir: server.dataDir })).rejects.toThrow(
    new RegExp(`in use by process ${process.pid} at ${server.url}`),
  );
});
