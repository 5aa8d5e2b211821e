/**
 * Checks whether a browser still responds while it prints. One document can keep the browser's main process busy, and
 * so block all other documents, by sending messages from its renderer faster than the browser handles them.
 */
import type { CdpSession } from '../cdp/connection.ts';

export interface ProbedBrowser {
  readonly connection: { readonly browser: CdpSession };
  readonly ended: Promise<void>;
  kill(): Promise<void>;
}

export interface LivenessProbe<Render> {
  /**
   * Must be called at short intervals while something is printing. Returns immediately, with the findings since the
   * last call.
   */
  check(measured: Measurements<Render>): Verdict<Render> | undefined;
}

interface Measurements<Render> {
  readonly renders: readonly Render[];
  /** CPU time of a document since it began, in milliseconds. */
  readonly cpuMsOf: (render: Render) => number;
  /** CPU time of the browser's main process since it started, in milliseconds. */
  readonly browserCpuMs: number;
  /** Milliseconds since the last call, without stalls of this process's own event loop. */
  readonly gapMs: number;
}

/** `culprit` is the document to end. `dead` means that no document explains why the browser does not respond. */
type Verdict<Render> = { readonly kind: 'busy'; readonly culprit: Render } | { readonly kind: 'dead' };

/** A response takes 1 ms in an idle browser, and up to 50 ms beside large documents. */
const slowResponseMs = 100;
/** The time in which responses were slow, minus the time in which they were not. */
const maxBusyMs = 2_000;
/** The maximum wait for one response while the browser uses no CPU time, because it was stopped or hangs. */
export const maxSilentMs = 10_000;
/** CPU time divided by real time. A slow browser below this load is waiting for a processor on a busy machine. */
const minBrowserLoad = 0.25;

export function startLivenessProbe<Render>({
  connection: { browser },
}: ProbedBrowser): LivenessProbe<Render> {
  let isWaiting = false;
  let waitedMs = 0;
  let tookMs = 0;
  let busyMs = 0;
  let lastBrowserCpuMs = 0;
  /** The CPU times of the documents when the browser last responded promptly. */
  let cpuBefore = new Map<Render, number>();

  function ask(): void {
    const asked = performance.now();
    isWaiting = true;
    waitedMs = 0;
    const answered = () => {
      isWaiting = false;
      tookMs = performance.now() - asked;
    };
    // This fails only with the connection, and then every document fails too.
    browser.send('Browser.getVersion').then(answered, answered);
  }

  return {
    check({ renders, cpuMsOf, browserCpuMs, gapMs }) {
      const load = (browserCpuMs - lastBrowserCpuMs) / gapMs;
      lastBrowserCpuMs = browserCpuMs;
      waitedMs += gapMs;
      const answerMs = isWaiting ? waitedMs : Math.min(tookMs, waitedMs);
      if (!isWaiting) ask();
      const isBusy = answerMs > slowResponseMs && load > minBrowserLoad;
      if (busyMs === 0) cpuBefore = new Map(renders.map((render) => [render, cpuMsOf(render)]));
      busyMs = Math.max(0, busyMs + (isBusy ? gapMs : -gapMs));
      if (busyMs >= maxBusyMs) {
        busyMs = 0;
        const used = (render: Render) => cpuMsOf(render) - (cpuBefore.get(render) ?? 0);
        const [culprit] = renders.toSorted((a, b) => used(b) - used(a));
        if (culprit !== undefined) return { kind: 'busy', culprit };
      }
      return waitedMs >= maxSilentMs ? { kind: 'dead' } : undefined;
    },
  };
}
