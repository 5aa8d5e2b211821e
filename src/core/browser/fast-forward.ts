/**
 * Lets what scripts animate come to its end without waiting for it: charts draw themselves within a second by
 * default, in timers and frames, and would be printed half-drawn. The page's clock is ours (`page-clock.ts`): it
 * jumps, and real time does not pass. (The browser's own virtual time does not let go of a renderer again.)
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from './connection.ts';
import { evaluate } from './evaluate.ts';
import { pageClock } from './page-clock.ts';

/** Charts take 0.3 to 2 s. A page that reloads or moves on by itself does so after 5 s or more. */
const jumpMs = 3_000;
/** The clock stands still while something is fetched; this is how often that is looked at, in the page's time. */
const stepMs = 100;
/** The same while it stands still, in real time. */
const lookMs = 10;

/** Call it before the document loads. */
export async function prepareFastForward(page: CdpSession, date: Date | undefined): Promise<void> {
  const source = `(${pageClock})(${date?.getTime() ?? ''})`;
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

export interface LoadedPage {
  /** Whether a request is under way that will end by itself: time stands still until then. */
  isWaiting(): boolean;
  /** Where scripts run beside the main frame: a frame of another origin has a clock of its own. */
  frames(): readonly Protocol.Runtime.ExecutionContextId[];
}

/**
 * Time stands still afterwards: no timer of the page runs any more, and it is of no use but to be printed.
 * Requests are waited for in real time, `limitMs` at most.
 */
export async function fastForward(
  page: CdpSession,
  { isWaiting, frames }: LoadedPage,
  limitMs: number,
): Promise<void> {
  const end = performance.now() + limitMs;
  /** Resolves to whether anything is left that would happen later. */
  const jump = async (ms: number): Promise<boolean> => {
    const call = `globalThis[Symbol.for('pdfapi')]?.jump?.(${ms})`;
    // A frame may go at any time.
    const others = frames().map((contextId) => evaluate<boolean>(page, call, contextId).catch(() => false));
    return (await Promise.all([evaluate<boolean>(page, call), ...others])).some(Boolean);
  };

  for (let jumped = 0; jumped < jumpMs && performance.now() < end; jumped += stepMs) {
    const isMore = await jump(stepMs);
    if (!isWaiting()) {
      if (!isMore) return;
      continue;
    }
    while (isWaiting() && performance.now() < end) await delay(lookMs);
  }
  // What has arrived last is still to be shown.
  await jump(0);
}
