/**
 * After the browser dies, renders continue in a new one, nothing hangs, and a document is charged only if delivered.
 */
import { expect, it, vi } from 'vitest';
import { processesBelow } from '../../support/browser/process-list.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', timeout: '20s' } });
const member = await server.team();
const busy =
  '<p>busy</p><script>const end = performance.now() + 700; while (performance.now() < end);</script>';
const browserPid = () => {
  const browser = processesBelow(process.pid).find(
    ({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='),
  );
  if (!browser) throw new Error('no browser runs');
  return browser.pid;
};

it('repeats the renders in a new browser if the browser is killed meanwhile, and charges each once', async () => {
  await server.server.browser();
  const answers = [member.post('html-to-pdf', { html: busy }), member.post('html-to-pdf', { html: busy })];
  await vi.waitFor(async () => expect(await server.store.ledger.entries(member.team.id)).toHaveLength(2), {
    interval: 5,
  });
  await new Promise((go) => setTimeout(go, 200));
  process.kill(browserPid(), 'SIGKILL');
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
  expect(await member.used()).toBe(2);
});

it('becomes ready by itself after the browser was killed between renders, and counts the deaths', async () => {
  const stranger = server.stranger();
  process.kill(browserPid(), 'SIGKILL');
  const { status } = await member.post('html-to-pdf', { html: '<p>after</p>' });
  expect([200, 503]).toContain(status);
  await vi.waitFor(async () => expect((await stranger.get('/readyz')).status).toBe(200), {
    timeout: 20_000,
    interval: 300,
  });
  expect((await member.post('html-to-pdf', { html: '<p>after</p>' })).status).toBe(200);
  const metrics = (await stranger.get('/metrics')).bytes.toString();
  expect(Number(/^pdfapi_browser_deaths (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
});

it('ends a document that exhausts its memory with 422 or 504, charges nothing, and renders the next one', async () => {
  const before = await member.used();
  const html = `<script>const all = []; for (;;) all.push(new Uint8Array(64 * 1024 * 1024).fill(1));</script>`;
  const { status, json } = await member.post('html-to-pdf', { html });
  expect([422, 504]).toContain(status);
  expect(JSON.stringify(json)).not.toContain('/');
  expect(await member.used()).toBe(before);
  expect((await member.post('html-to-pdf', { html: '<p>after</p>' })).status).toBe(200);
});
