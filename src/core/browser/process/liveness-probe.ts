/**
 * Whether a browser still answers while it prints. One document can keep the first process of a browser busy, and so
 * all other documents waiting, with messages that its renderer sends faster than the browser handles them.
 */
import type { CdpSession } from '../cdp/connection.ts';

export interface ProbedBrowser {
  readonly connection: { readonly browser: CdpSession };
  readonly ended: Promise<void>;
  kill(): Promise<void>;
}

export interface LivenessProbe<Render> {
  /** Call it at short intervals while something prints. It returns at once, with what was found since the last call. */
  look(now: Look<Render>): Verdict<Render> | undefined;
}

interface Look<Render> {
  readonly renders: readonly Render[];
  /** CPU time of a document since it began, in milliseconds. */
  readonly cpuMsOf: (render: Render) => number;
  /** CPU time of the browser's first process since it was started, in milliseconds. */
  readonly browserCpuMs: number;
  /** Since the last call, without stalls of this process's own event loop. */
  readonly gapMs: number;
}

/** `culprit` is the document to end. `dead`: no document explains why the browser does not answer. */
type Verdict<Render> = { readonly kind: 'busy'; readonly culprit: Render } | { readonly kind: 'dead' };

/** An answer takes 1 ms in a browser that has nothing else to do, and up to 50 ms beside large documents. */
const slowResponseMs = 100;
/** Time in which answers were slow, less the time in which they were not. */
const maxBusyMs = 2_000;
/** Of waiting for one answer while the browser uses no CPU time: it was stopped, or hangs. */
const maxSilentMs = 10_000;
/** CPU time over time. A browser that is slow and uses less waits for a processor, because the machine is busy. */
const minBrowserLoad = 0.25;

export function startLivenessProbe<Render>({
  connection: { browser },
}: ProbedBrowser): LivenessProbe<Render> {
  let isWaiting = false;
  let waitedMs = 0;
  let tookMs = 0;
  let busyMs = 0;
  let lastBrowserCpuMs = 0;
  /** CPU times of the documents at the last moment in which all was well. */
  let cpuBefore = new Map<Render, number>();

  function ask(): void {
    const asked = performance.now();
    isWaiting = true;
    waitedMs = 0;
    const answered = () => {
      isWaiting = false;
      tookMs = performance.now() - asked;
    };
    // It fails only with the connection, and so does every document.
    browser.send('Browser.getVersion').then(answered, answered);
  }

  return {
    look({ renders, cpuMsOf, browserCpuMs, gapMs }) {
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
