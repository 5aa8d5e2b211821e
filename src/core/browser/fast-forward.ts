/**
 * Lets what a script animates come to its end without waiting for it: charts draw themselves within a second by
 * default, in timers and frames, and would be printed half-drawn. The page's clock jumps; it needs no real time.
 */
import type { CdpSession } from './connection.ts';
import type { Frames } from './frames.ts';

/** Charts take 0.3 to 2 s. A page that reloads or moves on by itself does so after 5 s or more. */
const jumpMs = 3_000;
/** After the jump, for what measures its time from its first frame on, or takes no long step. */
const stepMs = 250;
const steps = 12;
/** For what counts its frames, and for what never ends. */
const smallStepMs = 16;
const smallSteps = 100;

/**
 * Time stands still afterwards: no timer of the page runs any more, and the page is of no use but to be printed.
 * `limitMs` is for requests, which are waited for in real time.
 */
export async function fastForward(page: CdpSession, frames: Frames, limitMs: number): Promise<void> {
  let onExpired = () => {};
  page.on('Emulation.virtualTimeBudgetExpired', () => onExpired());
  const end = performance.now() + limitMs;
  let base = 0;
  let elapsed = 0;

  async function advance(ms: number): Promise<void> {
    const expired = new Promise<void>((resolve) => {
      onExpired = resolve;
    });
    const { virtualTimeTicksBase } = await page.send('Emulation.setVirtualTimePolicy', {
      policy: 'pauseIfNetworkFetchesPending',
      budget: ms,
    });
    base ||= virtualTimeTicksBase;
    elapsed += ms;
    await Promise.race([expired, late(end - performance.now())]);
    await frames.next(base + elapsed);
  }

  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  await frames.next();
  await advance(jumpMs);
  let before = await scriptTime(page);
  for (let step = 0; step < steps + smallSteps && performance.now() < end; step++) {
    await advance(step < steps ? stepMs : smallStepMs);
    const after = await scriptTime(page);
    if (after === before) return;
    before = after;
  }
}

/** Seconds that scripts have taken. */
async function scriptTime(page: CdpSession): Promise<number> {
  const { metrics } = await page.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
}

const late = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
