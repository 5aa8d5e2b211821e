/** `--page-memory`: the operator's memory limit for a page. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

/** Allocates 400 MB, and ends after 1.5 s. */
const hungry = `<p>Hello</p><script>
  globalThis.kept = Array.from({ length: 40 }, () => new Uint8Array(10 * 1024 * 1024).fill(1));
  globalThis.pdfapiReady = new Promise((done) => setTimeout(done, 1500));
</script>`;

it.runIf(process.platform === 'linux')(
  'ends a page that exceeds the limit, names the limit, and renders the page under a higher limit',
  async () => {
    const [small, large] = [
      await startTestServer({ flags: { pageMemory: '300MB' } }),
      await startTestServer({ flags: { pageMemory: '2GB' } }),
    ];
    const [here, there] = [await small.team(), await large.team()];
    const { status, json } = await here.post('html-to-pdf', { html: hungry });
    expect([status, json.message]).toEqual([422, 'The document needs more than 300 MB of memory.']);
    expect(await here.used()).toBe(0);
    expect((await there.post('html-to-pdf', { html: hungry })).status).toBe(200);
  },
);

/** Allocates 500 MB and holds them for 15 s, while other pages do the same. */
const holding = `<p>Hello</p><script>
  globalThis.kept = Array.from({ length: 50 }, () => new Uint8Array(10e6).fill(1));
  globalThis.pdfapiReady = new Promise((done) => setTimeout(done, 15_000));
</script>`;

it.runIf(process.platform === 'linux')(
  'if all documents together exceed the memory, the team with the most gets a 503, no charge, and may retry',
  { timeout: 180_000 },
  async () => {
    const flags = { pageMemory: '750MB', workers: '3', rateLimit: '0', timeout: '60s' };
    const server = await startTestServer({ flags });
    await server.server.browser();
    const [many, one] = [await server.team(), await server.team()];
    const send = (key: string) => many.post('html-to-pdf', { html: holding }, { 'idempotency-key': key });
    const keys = ['a', 'b', 'c'];
    const [single, ...crowd] = await Promise.all([
      one.post('html-to-pdf', { html: holding }),
      ...keys.map(send),
    ]);
    expect(single.status).toBe(200);
    const ended = crowd.findIndex(({ status }) => status !== 200);
    expect(crowd[ended]?.json.message).toBe(
      'There was not enough memory for all documents together; try again.',
    );
    expect(crowd[ended]?.status).toBe(503);
    expect(Number(crowd[ended]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await many.used()).toBe(crowd.filter(({ status }) => status === 200).length);
    const again = await send(keys[ended] ?? '');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  },
);
