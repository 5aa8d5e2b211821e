/**
 * Lets what scripts animate come to its end without waiting for it: charts draw themselves within a second by
 * default, in timers and frames, and would be printed half-drawn. The page's clock jumps; real time does not
 * pass.
 */
import type { CdpSession } from './connection.ts';
import { evaluate } from './evaluate.ts';

/** Charts take 0.3 to 2 s. A page that reloads or moves on by itself does so after 5 s or more. */
const jumpMs = 3_000;

/** Call it before the document loads. */
export async function prepareFastForward(page: CdpSession): Promise<void> {
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${hook})()` });
}

/** How often it is looked whether time stands still for a request that never ends, such as an event stream. */
const lookMs = 50;

/**
 * Time stands still afterwards: no timer of the page runs any more, and it is of no use but to be printed.
 * Requests that `isWaiting` speaks of are waited for in real time, `limitMs` at most.
 */
export async function fastForward(
  page: CdpSession,
  isWaiting: () => boolean,
  limitMs: number,
): Promise<void> {
  let isOver = false;
  const expired = new Promise<void>((resolve) => {
    page.on('Emulation.virtualTimeBudgetExpired', () => {
      isOver = true;
      resolve();
    });
  });
  const jump = (policy: 'pauseIfNetworkFetchesPending' | 'advance') =>
    page.send('Emulation.setVirtualTimePolicy', { policy, budget: jumpMs });
  const end = performance.now() + limitMs;

  await evaluate(page, `globalThis[Symbol.for('pdfapi')]?.()`);
  await jump('pauseIfNetworkFetchesPending');
  while (!isOver && performance.now() < end) {
    const wasWaiting = isWaiting();
    await firstOf(expired, lookMs);
    if (!isOver && !wasWaiting && !isWaiting()) {
      await jump('advance');
      return await firstOf(expired, end - performance.now());
    }
  }
}

async function firstOf(event: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}

/**
 * Frames come 60 times in a second of real time, timers as soon as nothing else is to be done before them. So
 * from the jump on, what was to be called in the next frame is called by a timer, with the time that it is then.
 * Observers call only in frames of the browser's own: where there are some, two are waited for.
 */
const hook = `() => {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel, setTimeout, clearTimeout } = window;
  const waiting = new Map();
  let lastId = 0;
  let jumping = false;
  let observing = false;
  const call = (id, now) => {
    const entry = waiting.get(id);
    waiting.delete(id);
    entry?.callback(now);
  };
  const schedule = (id) => {
    const entry = waiting.get(id);
    if (jumping) entry.timer = setTimeout(() => call(id, performance.now()), 16);
    else entry.frame = request(() => call(id, performance.now()));
  };
  window.requestAnimationFrame = function requestAnimationFrame(callback) {
    const id = ++lastId;
    waiting.set(id, { callback });
    schedule(id);
    return id;
  };
  window.cancelAnimationFrame = function cancelAnimationFrame(id) {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (entry?.frame) cancel(entry.frame);
    if (entry?.timer) clearTimeout(entry.timer);
  };
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    window[name] = class extends window[name] {
      observe(...args) {
        observing = true;
        super.observe(...args);
      }
    };
    Object.defineProperty(window[name], 'name', { value: name });
  }
  Object.defineProperty(window, Symbol.for('pdfapi'), {
    value: async () => {
      if (observing) await new Promise((done) => request(() => request(done)));
      jumping = true;
      for (const [id, { frame }] of waiting) {
        cancel(frame);
        schedule(id);
      }
    },
  });
}`;
