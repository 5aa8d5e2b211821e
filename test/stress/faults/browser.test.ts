/** The browser is killed, stopped or does not start while several teams render. Failed requests must cost nothing. */
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../../src/browser/install/find-browser.ts';
import { processesBelow } from '../../support/browser/process-list.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { type Member, startTestServer, type TestServer } from '../../support/server/start-test-server.ts';

const isLinux = process.platform === 'linux';
const slow = '<p id="a"></p><script>setTimeout(() => { a.textContent = "late" }, 50)</script>';
const html = ['<p>plain</p>', slow];
/** Every status that a render may have while its browser fails. */
const endings = [200, 422, 503, 504];

interface Load {
  readonly statuses: number[];
  /** Resolves when the last response has arrived. */
  stop(): Promise<void>;
}

/** Two clients per team, which send the next request as soon as they have a response. */
function load(members: readonly Member[]): Load {
  const statuses: number[] = [];
  let isOver = false;
  const callers = [...members, ...members].map(async (member, index) => {
    while (!isOver) {
      const { status } = await member.post('html-to-pdf', { html: html[index % html.length] });
      statuses.push(status);
      // Waits as `Retry-After` asks, though not as long.
      if (status === 503) await delay(100);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  onTestFinished(stop);
  return { statuses, stop };
}

/** Returns the newest browser. A stopped one may still exist. */
function browserNow(): number {
  const [newest] = processesBelow(process.pid)
    .filter(({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='))
    .sort((a, b) => b.started - a.started || b.pid - a.pid);
  if (!newest) throw new Error('no browser runs');
  return newest.pid;
}

async function oneMore(statuses: readonly number[]): Promise<void> {
  const before = statuses.length;
  await vi.waitFor(() => expect(statuses.slice(before)).toContain(200), { timeout: 40_000, interval: 5 });
}

async function expectCharges(server: TestServer, members: readonly Member[], statuses: readonly number[]) {
  expect(statuses.filter((status) => !endings.includes(status))).toEqual([]);
  let charged = 0;
  for (const member of members) charged += await member.used();
  expect(charged).toBe(statuses.filter((status) => status === 200).length);
  const open = async () => {
    const entries = await Promise.all(members.map(({ team }) => server.store.ledger.entries(team.id)));
    return entries
      .flat()
      .reduce(
        (sum, { kind }) => sum + (kind === 'hold' ? 1 : kind === 'post' || kind === 'void' ? -1 : 0),
        0,
      );
  };
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 10_000 });
  expect(await server.store.ledger.verify()).toEqual([]);
}

describe.runIf(isLinux)('under load, a browser that', () => {
  it.each([
    ['is killed', 'SIGKILL', '10s', 2],
    ['crashes', 'SIGSEGV', '10s', 1],
    // A busy machine takes more than a second for a document.
    ['stops', 'SIGSTOP', '5s', 1],
  ] as const)(
    '%s is replaced, and requests without a PDF cost nothing',
    { timeout: 120_000 },
    async (_what, signal, timeout, rounds) => {
      const server = await startTestServer({ flags: { rateLimit: '0', workers: '2', timeout } });
      onTestFinished(() => server.stop());
      const members = [await server.team(), await server.team(), await server.team()];
      await server.server.browser();
      const { statuses, stop } = load(members);
      await oneMore(statuses);
      for (let round = 0; round < rounds; round++) {
        const pid = browserNow();
        process.kill(pid, signal);
        // Responses from before the fault may still arrive.
        await vi.waitFor(() => expect(browserNow()).not.toBe(pid), { timeout: 40_000, interval: 10 });
        await oneMore(statuses);
      }
      await stop();
      await expectCharges(server, members, statuses);
    },
  );
});

it.runIf(isLinux)(
  'a browser that stops before any page is open costs no document, and one warning names the reason',
  { timeout: 120_000 },
  async () => {
    const lines: string[] = [];
    const server = await startTestServer({
      flags: { rateLimit: '0', workers: '2', timeout: '40s' },
      onLog: (line) => lines.push(line),
    });
    onTestFinished(() => server.stop());
    const members = [await server.team(), await server.team(), await server.team()];
    await server.server.browser();
    process.kill(browserNow(), 'SIGSTOP');
    const answers = await Promise.all(
      members.map((member, index) => member.post('html-to-pdf', { html: html[index % html.length] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const warnings = lines.filter((line) => line.includes('the browser has ended'));
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, reason: 'it had not responded for 10 s' }),
    ]);
  },
);

it.runIf(isLinux)(
  'a browser that does not start costs nothing, and renders once it starts',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const { path } = await findBrowser({
      cacheDirectory: defaultCacheDirectory(process.env),
      environment: process.env,
    });
    const browser = join(folder, 'browser');
    const broken = join(folder, 'broken');
    writeFileSync(broken, '');
    writeFileSync(browser, `#!/bin/sh\n[ -e ${broken} ] && exit 1\nexec ${path} "$@"\n`);
    chmodSync(folder, 0o755);
    chmodSync(browser, 0o755);
    const server = await startTestServer({ flags: { rateLimit: '0', timeout: '10s', browser } });
    onTestFinished(() => server.stop());
    const members = [await server.team(), await server.team()];
    const { statuses, stop } = load(members);
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(4), { timeout: 40_000 });
    expect(new Set(statuses)).toEqual(new Set([503]));
    const refused = await members[0]?.post('html-to-pdf', { html: 'x' });
    expect(refused?.json).toEqual({
      message: 'No browser is ready to render right now.',
      code: 'browser_failed',
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.stranger().get('/readyz')).status).toBe(503);
    expect((await server.stranger().get('/healthz')).status).toBe(200);
    expect(await Promise.all(members.map(({ used }) => used()))).toEqual([0, 0]);
    rmSync(broken);
    await oneMore(statuses);
    await stop();
    await expectCharges(server, members, statuses);
    expect(readdirSync(join(server.dataDir, 'documents'))).toEqual([]);
  },
);
