/**
 * Lets what scripts animate come to its end without waiting for it: charts draw themselves within a second by
 * default, in timers and frames, and would be printed half-drawn. The page's clock is ours (`page-clock.ts`): it
 * jumps, and real time does not pass. (The browser's own virtual time does not let go of a renderer again.)
 *
 * Some documents are built by scripts after that, page by page. Time goes on for them while they grow.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { horizonMs, pageClock } from '../page-scripts/page-clock.ts';
import type { DocumentGrowth } from './document-growth.ts';

/** The clock stops while something is fetched; this is how often that is looked at, in the page's time. */
const stepMs = 100;
/** The same while it stands still, in real time. */
const lookMs = 10;
/** A document is being built if it has grown in each of the last two of these windows, in the page's time. */
const growthWindowMs = 500;
/** One that has not grown for so long is built. */
const growthEndMs = 1_000;
/** One that grows without an end is printed as it is then, in the page's time: 3,750 frames. */
const maxGrowthMs = 60_000;
/** A library that says that it is at work, but does nothing, is waited for this long, in real time. */
const stuckBuilderMs = 3_000;
/** Requests made of the responses before are followed this far, each with time of its own for what it leads to. */
const maxRequestChain = 10;

/** Call it before the document loads. */
export async function prepareFastForward(page: CdpSession, date: Date | undefined): Promise<void> {
  const source = `(${pageClock})(${date?.getTime() ?? ''})`;
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
}

export interface LoadedPage {
  /** Whether a request is under way that will end by itself: time stands still until then. */
  isWaiting(): boolean;
  /** Real time that requests to other hosts have taken so far. */
  waitedMs(): number;
  /** Where scripts run beside the main frame: a frame of another origin has a clock of its own. */
  frames(): readonly Protocol.Runtime.ExecutionContextId[];
}

export interface FastForwardOptions {
  /** Has seen the document when it had loaded. */
  readonly growth: DocumentGrowth;
  /** Real time at most. */
  readonly limitMs: number;
  /** The same for a library that lays out the document. */
  readonly builderLimitMs: number;
}

/** What was not finished when the time was over: the name of a library that lays out the document, or its scripts. */
export type Unfinished = 'Paged.js' | 'Vivliostyle' | 'scripts';

interface Jump {
  /** Whether anything is left that would happen later. */
  readonly isMore: boolean;
  /** Whether there are timers, beyond the horizon too, that look as if scripts only gave the browser a turn. */
  readonly hasPrompt: boolean;
  /** Whether scripts work on without waiting for any timer. */
  readonly isRestless: boolean;
  readonly builder?: Exclude<Unfinished, 'scripts'> | undefined;
}

/**
 * Time stands still afterwards: no timer of the page runs any more, and it is of no use but to be printed. Resolves to
 * what is certain not to have finished.
 */
export async function fastForward(
  page: CdpSession,
  { isWaiting, waitedMs, frames }: LoadedPage,
  { growth, limitMs, builderLimitMs }: FastForwardOptions,
): Promise<Unfinished | undefined> {
  const started = performance.now();
  const end = started + limitMs;
  const jump = async (ms: number, isGrowing = false): Promise<Jump> => {
    const options = JSON.stringify({ waitedMs: Math.round(waitedMs()), isGrowing });
    const call = `globalThis[Symbol.for('pdfapi')]?.jump?.(${ms}, ${options})`;
    // A frame may go at any time.
    const others = frames().map((contextId) =>
      evaluate<Jump | undefined>(page, call, contextId).catch(() => undefined),
    );
    const jumps = await Promise.all([evaluate<Jump | undefined>(page, call), ...others]);
    return {
      isMore: jumps.some((each) => each?.isMore),
      hasPrompt: jumps.some((each) => each?.hasPrompt),
      isRestless: jumps.some((each) => each?.isRestless),
      builder: jumps[0]?.builder,
    };
  };
  /** Returns whether there was something to wait for. */
  const waitForRequests = async (until: number): Promise<boolean> => {
    if (!isWaiting()) return false;
    while (isWaiting() && performance.now() < until) await delay(lookMs);
    return true;
  };

  let state: Jump = { isMore: true, hasPrompt: false, isRestless: false };
  let chain = 0;
  let sinceLook = 0;
  let windows: readonly boolean[] = [];
  const look = async () => {
    windows = [...windows.slice(-1), await growth.hasGrown()];
    sinceLook = 0;
  };
  for (let jumped = 0; jumped < horizonMs + 2 * stepMs && performance.now() < end; jumped += stepMs) {
    state = await jump(stepMs);
    sinceLook += stepMs;
    if (await waitForRequests(end)) {
      if (++chain <= maxRequestChain) jumped = 0;
    } else if (!state.isMore || state.isRestless) {
      break;
    }
    if (state.hasPrompt && sinceLook >= growthWindowMs) await look();
  }
  const unfinished = await whileGrowing();
  // What has arrived last is still to be shown.
  await jump(0);
  return unfinished;

  async function whileGrowing(): Promise<Unfinished | undefined> {
    if (!state.hasPrompt && !state.isRestless && !state.builder) return undefined;
    // Where real time passed before, there may be no whole window.
    if (sinceLook > growthWindowMs / 2 || !windows.length) await look();
    let hasGrown = windows.every(Boolean);
    let quietMs = hasGrown ? 0 : growthEndMs;
    let busyAt = performance.now();
    let grownMs = 0;
    while (state.builder || quietMs < growthEndMs) {
      const usedMs = performance.now() - started;
      if (state.builder && usedMs > builderLimitMs) return state.builder;
      if (!state.builder && (usedMs > limitMs || grownMs >= maxGrowthMs))
        return hasGrown ? 'scripts' : undefined;
      state = await jump(stepMs, true);
      grownMs += stepMs;
      const isFetching = await waitForRequests(started + limitMs);
      hasGrown = await growth.hasGrown();
      quietMs = hasGrown ? 0 : quietMs + stepMs;
      if (hasGrown || isFetching) busyAt = performance.now();
      if (!state.builder && !state.isMore && !state.isRestless && !hasGrown) return undefined;
      if (!state.builder || hasGrown || isFetching) continue;
      if (performance.now() - busyAt > stuckBuilderMs) return state.builder;
      if (!state.isMore) await delay(lookMs);
    }
    return undefined;
  }
}
