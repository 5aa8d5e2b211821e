/** `--page-memory`: what one page may take, as the operator has it. */
import { expect, it } from 'vitest';
import { startTestServer } from './start-test-server.ts';

/** Takes 400 MB, and then is done. */
const hungry = `<p>Hello</p><script>
  globalThis.kept = Array.from({ length: 40 }, () => new Uint8Array(10 * 1024 * 1024).fill(1));
  globalThis.pdfapiReady = new Promise((done) => setTimeout(done, 1500));
</script>`;

it.runIf(process.platform === 'linux')(
  'ends a page that takes more, naming the limit, and no other',
  async () => {
    const [small, large] = [
      await startTestServer({ flags: { pageMemory: '300MB' } }),
      await startTestServer({ flags: { pageMemory: '2GB' } }),
    ];
    const [here, there] = [small.team(), large.team()];
    const { status, json } = await here.post('html-to-pdf', { html: hungry });
    expect([status, json.message]).toEqual([422, 'The document needs more than 300 MB of memory.']);
    expect(here.used()).toBe(0);
    expect((await there.post('html-to-pdf', { html: hungry })).status).toBe(200);
  },
);
