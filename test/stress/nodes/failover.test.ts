/** A database that fails over: requests wait or get a 503 to repeat, never a 500, and nothing is charged twice. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { startServing } from '../faults/serving-process.ts';

const primary = await startPostgres();
afterAll(() => primary?.stop());
if (!primary) console.warn('Skipped, because PostgreSQL is not installed: a database that fails over.');

interface SwitchingProxy {
  readonly url: string;
  /** New connections lead there. */
  switchTo(target: string): void;
  cut(): void;
  /** From now on, takes connections and bytes and forwards none, or forwards again: what it took meanwhile is lost. */
  swallow(isSwallowing: boolean): void;
}

/** A proxy whose target changes, as the address of a name does. */
async function switchingProxy(target: string): Promise<SwitchingProxy> {
  let to = new URL(target);
  let swallows = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', (bytes) => {
        if (!swallows) other.write(bytes);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    switchTo(next) {
      to = new URL(next);
    },
    cut,
    swallow(isSwallowing) {
      swallows = isSwallowing;
    },
  };
}

async function printFor(ms: number, member: Member): Promise<number[]> {
  const statuses: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const { status, headers } = await member.post('html-to-pdf', { html: '<p>a</p>' });
    statuses.push(status);
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await delay(100);
  }
  return statuses;
}

/** A team with a token, made by a server that has ended. */
async function primaryTeam(): Promise<Member> {
  const server = await startTestServer({ databaseUrl: String(primary?.url), browser: false });
  const member = await server.team({ name: 'of a server that has ended' });
  await server.stop();
  return member;
}

async function execute(sql: string): Promise<void> {
  const client = new Client({ connectionString: String(primary?.url) });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe.skipIf(!primary)('a database', () => {
  it('that is a standby for a while costs no 500, and PDFs are made again as soon as it takes writes', {
    timeout: 120_000,
  }, async () => {
    const url = String(primary?.url);
    const standby = await primary?.startStandby();
    const proxy = await switchingProxy(url);
    const server = await startTestServer({ databaseUrl: proxy.url, flags: { rateLimit: '0' } });
    const member = await server.team();
    const statuses = await printFor(1_000, member);
    for (let round = 0; round < 2; round++) {
      proxy.switchTo(String(standby?.url));
      proxy.cut();
      const printing = printFor(6_000, member);
      await delay(2_000);
      // The connections to the standby stay open, as those to an address that a name no longer has.
      proxy.switchTo(url);
      statuses.push(...(await printing));
      // Without a wait: what was open is not used any more.
      statuses.push((await member.post('html-to-pdf', { html: '<p>a</p>' })).status);
      expect(statuses.at(-1)).toBe(200);
    }
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await member.used()).toBe(statuses.filter((status) => status === 200).length);
    expect(await server.store.ledger.verify()).toEqual([]);
    await server.stop();
  });

  it('that was set to read-only is ready as soon as the setting is gone', { timeout: 120_000 }, async () => {
    const proxy = await switchingProxy(String(primary?.url));
    const server = await startTestServer({ databaseUrl: proxy.url, flags: { rateLimit: '0' } });
    const ready = async () => (await server.stranger().get('/readyz')).status;
    await server.server.browser();
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 10_000, interval: 100 });
    await execute('ALTER DATABASE postgres SET default_transaction_read_only = on');
    proxy.cut();
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000, interval: 100 });
    await execute('BEGIN READ WRITE; ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT');
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 5_000, interval: 100 });
    await server.stop();
  });

  it('whose packets are lost costs a 503 and no hang, and PDFs are made again afterwards', {
    timeout: 240_000,
  }, async () => {
    const proxy = await switchingProxy(String(primary?.url));
    const server = await startTestServer({ databaseUrl: proxy.url, flags: { rateLimit: '0' } });
    const member = await server.team({ name: 'behind lost packets' });
    const print = () => member.post('html-to-pdf', { html: '<p>a</p>' });
    expect((await print()).status).toBe(200);
    proxy.swallow(true);
    // More of them than connections, and later ones, when all connections are silent.
    const first = Array.from({ length: 8 }, print);
    const answered = Promise.race([Promise.all(first), delay(120_000, 'still waiting')]);
    await delay(5_000);
    const later = Promise.race([
      Promise.all([print(), member.get('usage')]),
      delay(120_000, 'still waiting'),
    ]);
    let isOver = false;
    const over = Promise.all([answered, later]).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      expect((await server.stranger().get('/healthz')).status).toBe(200);
      await Promise.race([over, delay(1_000)]);
    }
    const answers = (await over).flat();
    expect(answers).not.toContain('still waiting');
    for (const answer of answers as Awaited<ReturnType<typeof print>>[]) {
      expect([answer.status, answer.json.code]).toEqual([503, 'database_failed']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await server.stranger().get('/readyz')).status).toBe(503);
    proxy.swallow(false);
    // What was silent has been given up by now.
    await vi.waitFor(async () => expect((await print()).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
    expect(await member.used()).toBe(2);
    expect(await server.store.ledger.verify()).toEqual([]);
    await vi.waitFor(async () => expect((await server.stranger().get('/readyz')).status).toBe(200), {
      timeout: 30_000,
    });
    await server.stop();
  });

  it('that is away does not keep an idle server from stopping', { timeout: 60_000 }, async () => {
    const proxy = await switchingProxy(String(primary?.url));
    const server = await startTestServer({ databaseUrl: proxy.url, flags: { rateLimit: '0' } });
    await server.server.browser();
    proxy.switchTo('postgres://127.0.0.1:9');
    proxy.cut();
    await delay(7_000);
    // What looks for work has begun to try again by now, which it otherwise does for 10 s.
    const stopped = server.server.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, delay(5_000, 'still running')])).toBe('stopped');
    await server.stop();
  });

  it('that is silent does not keep a server from ending, idle or with a request that waits for it', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const environment = {
      PDFAPI_DATABASE_URL: String(primary?.url),
      PDFAPI_PUBLIC_URL: 'http://127.0.0.1:1',
      PDFAPI_DRAIN_DELAY: '0',
    };
    const { token } = await primaryTeam();
    for (const isIdle of [true, false]) {
      const server = await startServing(join(folder, `${isIdle}`), { environment });
      const ended = once(server.child, 'exit');
      primary?.pause();
      try {
        const waiting = isIdle
          ? undefined
          : fetch(`${server.url}/api/v1/templates`, { headers: { authorization: `Bearer ${token}` } });
        const answer = waiting?.then(
          ({ status }) => status,
          () => 'closed',
        );
        await delay(1_000);
        server.child.kill('SIGTERM');
        const [exitCode] = await Promise.race([ended, delay(60_000, ['still running'])]);
        expect(exitCode).toBe(0);
        expect([503, 'closed', undefined]).toContain(await answer);
        if (!isIdle) expect(server.log()).toMatch(/the database does not answer: stopping without it/);
      } finally {
        primary?.resume();
        await server.kill();
      }
    }
  });
});
