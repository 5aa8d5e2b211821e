/** A document that times out loses its renderer; runs alone, since a busy machine takes too long to end one. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { print, until } from '../../support/browser/print-in-pool.ts';
import { processesBelow, stillRunning } from '../../support/browser/process-list.ts';
import { browserOptions, isFullBrowser } from '../../support/real-browser.ts';

const endless = '<script>window.pdfapiReady = new Promise(() => {})</script>Endless';

/** Returns the processes below the browser once they have not changed for 0.5 s: it starts some in advance. */
async function settledProcesses(pid: number): Promise<number[]> {
  const list = () => processesBelow(pid).map((entry) => entry.pid);
  let last = list();
  for (let calm = 0; calm < 10; ) {
    await delay(50);
    const now = list();
    calm = now.join() === last.join() ? calm + 1 : 0;
    last = now;
  }
  return last;
}

describe.runIf(process.platform === 'linux')('a document that times out', () => {
  it.each<readonly [string, string, 'SIGSTOP' | undefined]>([
    ['runs an endless loop', '<script>for (;;);</script>', undefined],
    // A full browser waits for a stopped renderer, and is replaced.
    ...(isFullBrowser ? [] : [['was stopped', endless, 'SIGSTOP'] as const]),
    // Retried, because on a busy machine the browser may take too long to end a renderer, and is replaced.
  ])('loses its renderer, which %s, but not the browser', { retry: 2 }, async (_what, html, signal) => {
    const pool = startBrowserPool({ ...browserOptions, workers: 2 });
    onTestFinished(() => pool.close());
    const { pid } = await pool.ready();
    const before = await settledProcesses(pid);
    // Long enough to open a page on a busy machine. If it timed out earlier, `own` would be the renderer of the page
    // created in advance, which survives.
    const printing = print(pool, { html }, isFullBrowser ? 20_000 : 5_000);
    printing.catch(() => {});
    const renderer = () =>
      processesBelow(pid).find(({ command, pid }) => /=renderer/.test(command) && !before.includes(pid));
    await until(() => renderer() !== undefined);
    const own = renderer()?.pid ?? 0;
    await delay(300);
    if (signal) process.kill(own, signal);
    await expect(printing).rejects.toMatchObject({ code: 'timeout' });
    await until(() => stillRunning([own]).length === 0);
    expect(await print(pool)).toBe('Plain');
    expect(pool.status()).toMatchObject({ pid, deaths: 0 });
  });
});
