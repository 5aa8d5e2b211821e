/**
 * Completes what scripts animate without waiting for it. By default, charts draw themselves within a second, in timers
 * and frames, and would be printed half-drawn. The page's clock is replaced (`page-clock.ts`), so it can jump without
 * real time passing. (The browser's own virtual time does not release a renderer afterwards.)
 *
 * Some documents are then built by scripts, page by page. Their time continues while they grow.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { callInNewDocuments, callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { raceAbort } from '../cdp/race-abort.ts';
import type { BuilderName, JumpResult } from '../page-scripts/clock/clock-context.ts';
import { detectBuilders } from '../page-scripts/clock/detect-builders.ts';
import { eventLoopTurns } from '../page-scripts/clock/event-loop-turns.ts';
import { fixDate } from '../page-scripts/clock/fix-date.ts';
import { jumpClock } from '../page-scripts/clock/jump-clock.ts';
import { pageClock } from '../page-scripts/clock/page-clock.ts';
import { revealTargets } from '../page-scripts/clock/reveal-targets.ts';
import { tellOfScrolling } from '../page-scripts/clock/tell-of-scrolling.ts';
import { trackPendingWork } from '../page-scripts/clock/track-pending-work.ts';
import { finishAnimations } from '../page-scripts/finish-animations.ts';
import { offerRandomUuid } from '../page-scripts/offer-random-uuid.ts';
import type { DocumentGrowth } from './document-growth.ts';
import { maxRequestChain } from './wait-until-ready.ts';

/** The clock stops while a request is in progress. This is the interval between checks, in the page's time. */
const stepMs = 100;
/** The same interval while the clock is stopped, in real time. */
const pollMs = 10;
/** A document is being built if it has grown in each of the last two of these windows, in the page's time. */
const growthWindowMs = 500;
/** A document that has not grown for this long is complete, in the page's time. */
const growthEndMs = 1_000;
/** A document that keeps growing is printed as it is after this much of the page's time: 3,750 frames. */
const maxGrowthMs = 60_000;
/** How long to wait for a frame, in real time: one that is busy answers after 6 s. */
const silentFrameMs = 8_000;
/** How long to wait for a library that claims to be at work but does nothing, in real time. */
const stuckBuilderMs = 3_000;
/** In milliseconds. Charts take 0.3 to 2 s. A page that reloads or navigates by itself does so after 5 s or more. */
const horizonMs = 3_000;

const clockOptions = {
  horizonMs,
  fixDate,
  offerRandomUuid,
  trackPendingWork,
  eventLoopTurns,
  finishAnimations,
  detectBuilders,
  revealTargets,
  tellOfScrolling,
};

/**
 * Must be called before the document loads. `horizonMs`: how long timers may wait that run while the page loads, for a page
 * that is waited for.
 */
export async function prepareFastForward(
  page: CdpSession,
  date: Date | undefined,
  horizonMs?: number,
): Promise<void> {
  const options = horizonMs === undefined ? clockOptions : { ...clockOptions, horizonMs };
  await callInNewDocuments(page, pageClock, [{ ...options, date: date?.getTime() }]);
}

export interface LoadedPage {
  /** Whether a request is in progress that will end by itself. Time stops until then. */
  isWaiting(): boolean;
  /** Real time that requests to other hosts have taken so far, in milliseconds. */
  waitedMs(): number;
  /** The execution contexts outside the main frame that run scripts: a frame of another origin has its own clock. */
  frames(): readonly Protocol.Runtime.ExecutionContextId[];
}

export interface FastForwardOptions {
  /** Knows the size of the document when it had loaded. */
  readonly growth: DocumentGrowth;
  /** The maximum real time, in milliseconds. */
  readonly limitMs: number;
  /** The maximum for a library that lays out the document. */
  readonly builderLimitMs: number;
  /** How far timers run ahead, in milliseconds of the page's time. Default: as far as charts need. */
  readonly horizonMs?: number | undefined;
}

/** The library that lays out the document, or its scripts: whatever was unfinished when the time ran out. */
export type Unfinished = BuilderName | 'scripts';

/**
 * Advances the page's clock until nothing changes any more. Time stops afterwards: no timer of the page runs any
 * more, so the page can only be printed. Resolves to what certainly did not finish.
 */
export async function fastForward(
  page: CdpSession,
  { isWaiting, waitedMs, frames }: LoadedPage,
  { growth, limitMs, builderLimitMs, horizonMs: aheadMs = horizonMs }: FastForwardOptions,
): Promise<Unfinished | undefined> {
  const started = performance.now();
  const end = started + limitMs;
  const jump = async (ms: number, isGrowing = false): Promise<JumpResult> => {
    const args = [ms, { waitedMs: Math.round(waitedMs()), isGrowing }] as const;
    const others = frames()
      .filter((contextId) => !silent.has(contextId))
      .map((contextId) => jumpFrame(contextId, args));
    const jumps = await Promise.all([callInPage(page, jumpClock, args), ...others]);
    return {
      isMore: jumps.some((each) => each?.isMore),
      hasPrompt: jumps.some((each) => each?.hasPrompt),
      isRestless: jumps.some((each) => each?.isRestless),
      builder: jumps[0]?.builder,
    };
  };
  /** Frames that did not answer. */
  const silent = new Set<Protocol.Runtime.ExecutionContextId>();
  const jumpFrame = async (
    contextId: Protocol.Runtime.ExecutionContextId,
    args: Readonly<Parameters<typeof jumpClock>>,
  ): Promise<JumpResult | undefined> => {
    const time = AbortSignal.timeout(silentFrameMs);
    try {
      return await raceAbort([time], callInPage(page, jumpClock, args, contextId));
    } catch {
      // A frame may disappear at any time.
      if (time.aborted) silent.add(contextId);
      return undefined;
    }
  };
  /** Returns whether there was something to wait for. */
  const waitForRequests = async (until: number): Promise<boolean> => {
    if (!isWaiting()) return false;
    while (isWaiting() && performance.now() < until) await delay(pollMs);
    return true;
  };

  let state: JumpResult = { isMore: true, hasPrompt: false, isRestless: false };
  let chain = 0;
  let sinceMeasured = 0;
  let windows: readonly boolean[] = [];
  const measureGrowth = async () => {
    // Before the first measurement, timers may have run in real time for as long as the horizon while the page was loading.
    const windowsMissed = windows.length === 0 ? horizonMs / growthWindowMs : 1;
    windows = [...windows.slice(-1), await growth.hasGrown(windowsMissed)];
    sinceMeasured = 0;
  };
  for (let jumped = 0; jumped < aheadMs + 2 * stepMs && performance.now() < end; jumped += stepMs) {
    state = await jump(stepMs);
    sinceMeasured += stepMs;
    if (await waitForRequests(end)) {
      // Each extends the time for what it leads to.
      if (++chain <= maxRequestChain) jumped = 0;
    } else if (!state.isMore || state.isRestless) {
      break;
    }
    if (state.hasPrompt && sinceMeasured >= growthWindowMs) await measureGrowth();
  }
  const unfinished = await whileGrowing();
  // The response that arrived last is still to be displayed.
  await jump(0);
  return unfinished;

  async function whileGrowing(): Promise<Unfinished | undefined> {
    if (!state.hasPrompt && !state.isRestless && !state.builder) return undefined;
    // If real time passed before, there may be no complete window.
    if (sinceMeasured > growthWindowMs / 2 || !windows.length) await measureGrowth();
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
      if (!state.isMore) await delay(pollMs);
    }
    return undefined;
  }
}
