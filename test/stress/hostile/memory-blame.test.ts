/**
 * When a renderer is ended for its memory, only its own document is blamed, and no other that fails at the same time.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { processTree } from '../../../src/browser/process/process-tree.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { stillRunning } from '../../support/browser/process-list.ts';
import { browserOptions, plainJob } from '../../support/real-browser.ts';

const greedy =
  '<script>const held = []; setInterval(() => { held.push(new Uint8Array(20e6).fill(1)) }, 5); window.pdfapiReady = new Promise(() => {})</script>';

it.runIf(process.platform === 'linux')('blames only the responsible document for memory', async () => {
  const pool = startBrowserPool({
    ...browserOptions,
    memory: { processMegabytes: 300 },
  });
  onTestFinished(() => pool.close());
  const { pid } = await pool.ready();
  const left = new AbortController();
  const deadline = new Deadline(30_000, left.signal);
  const printing = pool.print({ ...plainJob, owner: 'greedy', html: greedy }, deadline);
  printing.catch(() => {});
  const renderer = await vi.waitFor(() => fattest(pid), { timeout: 20_000, interval: 5 });
  // The stopped browser reports nothing until the document has been abandoned.
  process.kill(pid, 'SIGSTOP');
  await vi.waitFor(() => expect(stillRunning([renderer])).toEqual([]), { timeout: 20_000 });
  left.abort(new Error('the caller has left'));
  await expect(printing).rejects.toThrow('the caller has left');
  process.kill(pid, 'SIGCONT');
  const leaving = { ...plainJob, owner: 'other', html: '<script>location = "http://example.com/"</script>' };
  await expect(pool.print(leaving, new Deadline(30_000))).rejects.toMatchObject({
    code: 'document_navigated',
  });
});

/** Returns the renderer whose memory has begun to grow. */
function fattest(browser: number): number {
  const large = processTree(browser).find(({ kind, megabytes }) => kind === 'renderer' && megabytes > 120);
  if (!large) throw new Error('none is large yet');
  return large.pid;
}
