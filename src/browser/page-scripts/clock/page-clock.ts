import type { finishAnimations } from '../finish-animations.ts';
import type { offerRandomUuid } from '../offer-random-uuid.ts';
import type {
  ClockContext,
  ClockEntry,
  ClockState,
  JumpOptions,
  JumpResult,
  PageClock,
} from './clock-context.ts';
import type { detectBuilders } from './detect-builders.ts';
import type { eventLoopTurns } from './event-loop-turns.ts';
import type { fixDate } from './fix-date.ts';
import type { revealTargets } from './reveal-targets.ts';
import type { tellOfScrolling } from './tell-of-scrolling.ts';
import type { trackPendingWork } from './track-pending-work.ts';

export interface PageClockOptions {
  /**
   * Milliseconds since 1970, given if scripts are to see the same time whenever and wherever they run. Time then
   * consists only of what timers and frames have waited for: it stops while the page works or loads. A script that
   * reads the time in a loop is waiting for it to pass, so repeated reads advance it gradually.
   */
  readonly date?: number | undefined;
  readonly horizonMs: number;
  readonly fixDate: typeof fixDate;
  readonly offerRandomUuid: typeof offerRandomUuid;
  readonly trackPendingWork: typeof trackPendingWork;
  readonly eventLoopTurns: typeof eventLoopTurns;
  readonly finishAnimations: typeof finishAnimations;
  readonly detectBuilders: typeof detectBuilders;
  readonly revealTargets: typeof revealTargets;
  readonly tellOfScrolling: typeof tellOfScrolling;
}

/**
 * The clock of a page with scripts: its timers, frames and times of day. It follows the real clock until it is made to
 * jump. It is installed before all scripts of the document, in the page and in each of its frames.
 *
 * Timers are the browser's own until the first jump. From then on `jump` calls them in order, each in a task of its
 * own, which matches the browser. A callback for the next frame is called 16 ms later. The replaced functions are
 * proxies of the real ones, so their names and source text are unchanged.
 *
 * Which timers run does not depend on the speed of the machine. Each timer has a `wait`: its own delay plus the delays
 * of the timers whose calls led to it. It runs if its wait is within the `horizon`, and never otherwise, however long a
 * busy machine took to load the page. There are three exceptions. All timers run while the page reports that it is not
 * ready or a library lays out the document. Short ones run longer if requests took long, because they may poll for the
 * response. Short ones that do not repeat run for as long as the document grows.
 *
 * Pages replace the built-ins that every script relies on (`Promise`, `apply`, array iterators), and some do so
 * incorrectly. The clock therefore captures the built-ins it needs before any script of the page runs, and looks up
 * nothing in prototypes that the page may have changed.
 */
export function pageClock(options: PageClockOptions): void {
  type Keyed = { readonly [key]?: PageClock };
  interface Scheduler {
    postTask(callback: unknown, options?: { readonly delay?: number }): Promise<unknown>;
  }

  const { date, horizonMs } = options;
  const key = Symbol.for('pdfapi');
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  const { requestAnimationFrame, cancelAnimationFrame, requestIdleCallback, cancelIdleCallback } = window;
  const { Date, MessageChannel, Promise, Map, Number, String, Infinity, eval: evaluate } = window;
  const { scheduler } = window as unknown as { readonly scheduler?: Scheduler };
  const { apply, construct } = Reflect;
  const { max, round } = Math;
  const { then } = Promise.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { now: realNow } = Performance.prototype;
  const performanceNow: () => number = realNow.bind(performance);
  const dateNow = Date.now;
  const like: ClockContext['like'] = (real, call) =>
    new Proxy(real, {
      __proto__: null,
      apply: (_real: unknown, self: unknown, args: unknown[]) => call(args, self),
    } as ProxyHandler<typeof real>);
  const createEntries = (): Map<number, ClockEntry> => {
    const map = new Map<number, ClockEntry>();
    // Its own, in case the page replaces those of the prototype.
    for (const name of ['get', 'set', 'delete', 'has', 'forEach'] as const) {
      Object.assign(map, { [name]: map[name] });
    }
    return map;
  };

  // Not 0, because some scripts take 0 for a time that has not begun.
  const startOfTime = 16;

  // Frames of the same origin use the clock of their page.
  let shared: PageClock | undefined;
  try {
    if (window.parent !== window) shared = (window.parent as unknown as Keyed)[key];
  } catch {
    // The parent is of another origin.
  }
  const clock: ClockState = shared?.clock ?? {
    ahead: 0,
    isJumping: false,
    observers: false,
    isFramePending: false,
    reveal: [],
    // A page that loads more whenever its end is seen has no end.
    reveals: 3,
    awaited: 0,
    pendingWorkBudgetMs: 3_000,
    idleBudgetMs: 3_000,
    horizon: horizonMs,
    pollHorizon: 0,
    isBuilding: false,
    isGrowing: false,
    waited: 0,
    longestWait: 0,
    entries: createEntries(),
    near: createEntries(),
    end: startOfTime,
    lastId: 0,
    asked: 0,
    random: 0x9e3779b9,
    now: date === undefined ? () => performanceNow() + clock.ahead : () => startOfTime + clock.ahead,
  };
  const { entries, near } = clock;

  // A script that reads the time in a loop is waiting for it to pass.
  const readTime = (): number => {
    clock.asked++;
    if (clock.asked % 1_000 === 0) clock.ahead++;
    return clock.now();
  };
  const today = (): number =>
    date === undefined ? dateNow() + round(clock.ahead) : date + round(readTime() - startOfTime);

  // These come before any timer is replaced, because they capture timers too.
  const context: ClockContext = {
    clock,
    date,
    apply,
    construct,
    then,
    addEventListener,
    performanceNow,
    today,
    like,
  };
  options.fixDate(context);
  options.offerRandomUuid();
  const pendingWorkDone = options.trackPendingWork(context);
  const turns = options.eventLoopTurns(context, options.finishAnimations);
  const { isBuilding, watchBuilders } = options.detectBuilders(context);
  clock.reveal[clock.reveal.length] = options.revealTargets(context);
  // A frame is as high as its page wants it to be.
  if (!shared) clock.scroll = options.tellOfScrolling(context);

  // Delays of timers that look like polling, and of those that look like yielding to the browser, in milliseconds.
  const pollMs = 1_000;
  const promptMs = 50;
  const isWithinHorizon = ({ wait, delay }: ClockEntry) =>
    wait <= clock.horizon || (delay <= pollMs && wait <= clock.pollHorizon);
  // An interval does not yield: it shows the time, or adds lines to a log endlessly.
  const isPrompt = ({ delay, repeat }: ClockEntry) => delay <= promptMs && !repeat;
  const mayRun = (entry: ClockEntry) =>
    isWithinHorizon(entry) ||
    clock.isBuilding ||
    (clock.isGrowing && isPrompt(entry)) ||
    (!clock.isJumping && clock.isHeld?.());

  const add = (entry: ClockEntry): number => {
    const id = ++clock.lastId;
    entries.set(id, entry);
    entry.id = id;
    entry.due = clock.now() + entry.delay;
    entry.wait = clock.waited + entry.delay;
    if (!clock.isJumping) date === undefined ? entry.start() : clock.runInOrder?.();
    else if (entry.due <= clock.end && mayRun(entry)) near.set(id, entry);
    return id;
  };
  // Whatever a call leads to, including through promises, inherits how long the call was waited for. A message ends
  // this after the call's microtasks.
  const { port1: callEnd, port2: afterCall } = new MessageChannel();
  const postAfterCall = afterCall.postMessage.bind(afterCall);
  callEnd.onmessage = () => {
    clock.waited = 0;
  };
  const run = (entry: ClockEntry): void => {
    clock.waited = entry.wait;
    clock.longestWait = max(clock.longestWait, entry.wait);
    if (entry.repeat) {
      entry.wait += entry.delay;
      entry.due = clock.now() + entry.delay;
    }
    entry.call();
  };
  // Called by the browser's own timers.
  const runByItself = (entry: ClockEntry): void => {
    if (!mayRun(entry)) {
      entry.isStopped = true;
      entry.stop();
      return;
    }
    postAfterCall(0);
    run(entry);
  };
  const forget = ({ id }: ClockEntry): void => {
    entries.delete(id);
    near.delete(id);
  };
  const remove = (id: unknown): void => {
    const entry = entries.get(Number(id));
    if (!entry) return;
    entry.stop();
    forget(entry);
  };

  const earliest = (some: Map<number, ClockEntry>): ClockEntry | undefined => {
    let first: ClockEntry | undefined;
    some.forEach((entry) => {
      if ((!first || entry.due < first.due) && mayRun(entry)) first = entry;
    });
    return first;
  };

  // Before the first jump, a fixed date advances about as fast as the real time. Timers still run in the order in which
  // they are due, which a busy browser does not guarantee, because each call advances the time to the next. The page
  // does this for its frames too, because a frame may disappear at any time.
  clock.runInOrder ??= () => {
    clearTimeout(clock.running);
    const next = earliest(entries);
    if (!next) return;
    clock.running = setTimeout(
      () => {
        if (clock.isJumping) return;
        try {
          if (!entries.has(next.id)) return;
          clock.ahead = max(clock.ahead, next.due - startOfTime);
          postAfterCall(0);
          run(next);
        } finally {
          clock.runInOrder?.();
        }
      },
      max(0, next.due - clock.now()),
    );
  };

  // From the fifth level of nesting on, the minimum delay of a timer is 4 ms (HTML Standard, timer initialization).
  let depth = 0;
  const later = (callback: unknown, given: unknown, args: unknown[], repeat: boolean): number => {
    const level = depth + 1;
    const delay = max(level > 5 || repeat ? 4 : 1, Number(given) | 0);
    const entry: ClockEntry = {
      __proto__: null,
      id: 0,
      due: 0,
      wait: 0,
      delay,
      repeat,
      call() {
        if (!repeat) forget(entry);
        const before = depth;
        depth = level;
        try {
          if (typeof callback === 'function') apply(callback, window, args);
          else evaluate(String(callback));
        } finally {
          depth = before;
        }
      },
      start() {
        entry.timer = (repeat ? setInterval : setTimeout)(() => runByItself(entry), delay);
      },
      stop() {
        repeat ? clearInterval(entry.timer) : clearTimeout(entry.timer);
      },
    } as ClockEntry;
    return add(entry);
  };
  // Without a callback they throw what the browser's own throw.
  const timer = <T extends (...args: never[]) => unknown>(real: T, repeat: boolean): T =>
    like(real, (args, self) => {
      if (!args.length) return apply(real, self, args);
      const rest: unknown[] = [];
      for (let i = 2; i < args.length; i++) rest[i - 2] = args[i];
      return later(args[0], args[1], rest, repeat);
    });
  window.setTimeout = timer(setTimeout, false);
  window.setInterval = timer(setInterval, true);
  window.clearTimeout = like(clearTimeout, (args) => remove(args[0]));
  window.clearInterval = like(clearInterval, (args) => remove(args[0]));

  const soon = (
    delay: number,
    request: (callback: () => void) => number,
    cancel: (id: number) => void,
    callback: () => unknown,
  ): number => {
    const entry: ClockEntry = {
      __proto__: null,
      id: 0,
      due: 0,
      wait: 0,
      delay,
      call() {
        forget(entry);
        callback();
      },
      start() {
        entry.timer = request(() => runByItself(entry));
      },
      stop() {
        cancel(entry.timer as number);
      },
    } as ClockEntry;
    return add(entry);
  };
  window.requestAnimationFrame = like(requestAnimationFrame, (args, self) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(requestAnimationFrame, self, args);
    watchBuilders();
    return soon(16, requestAnimationFrame, cancelAnimationFrame, () => callback(clock.now()));
  });
  window.cancelAnimationFrame = like(cancelAnimationFrame, (args) => remove(args[0]));
  window.requestIdleCallback = like(requestIdleCallback, (args, self) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(requestIdleCallback, self, args);
    const deadline = { didTimeout: false, timeRemaining: () => 50 };
    return soon(1, requestIdleCallback, cancelIdleCallback, () => callback(deadline));
  });
  window.cancelIdleCallback = like(cancelIdleCallback, (args) => remove(args[0]));
  const postTask = scheduler?.postTask;
  if (postTask) {
    Object.getPrototypeOf(scheduler).postTask = like(postTask, (args, self) => {
      const { delay, ...others } = (args[1] ?? {}) as { readonly delay?: number };
      if (!(Number(delay) > 0)) return apply(postTask, self, args);
      return new Promise((done) =>
        later(() => done(apply(postTask, self, [args[0], others])), delay, [], false),
      );
    });
  }

  Performance.prototype.now = like(realNow, (args, self) => {
    const real = apply(realNow, self, args);
    return date === undefined ? real + clock.ahead : readTime();
  });
  Date.now = like(dateNow, today);
  const OurDate: typeof Date = new Proxy(Date, {
    __proto__: null,
    apply: () => new OurDate().toString(),
    construct: (real: typeof Date, args: unknown[], target: typeof Date) =>
      construct(real, args.length ? args : [today()], target === OurDate ? real : target),
  } as ProxyHandler<typeof Date>);
  Date.prototype.constructor = OurDate;
  Object.assign(window, { Date: OurDate });

  // A page that no script has opened may close itself, and some documents close their window after printing.
  window.close = like(window.close, () => {});

  // The page may say that it is not ready. Time then passes, and all timers run. An element may have this name.
  clock.isHeld ??= () => 'pdfapiReady' in window && !((window.pdfapiReady as unknown) instanceof Element);
  const hold = (): void => {
    clock.horizon = Infinity;
    if (date !== undefined) clock.runInOrder?.();
    entries.forEach((entry) => {
      if (!entry.isStopped) return;
      entry.isStopped = false;
      if (entry.repeat) entry.start();
      else entry.timer = setTimeout(() => runByItself(entry));
    });
  };
  const release = (): void => {
    clock.horizon = clock.longestWait + horizonMs;
  };

  const revealUnseen = async (): Promise<void> => {
    for (; clock.reveals > 0; clock.reveals--) {
      let some = false;
      for (let i = 0; i < clock.reveal.length; i++) {
        try {
          if (clock.reveal[i]?.()) some = true;
        } catch {
          // A frame that was removed.
        }
      }
      if (!some) return;
      clock.isFramePending = true;
      await turns.observed();
      await turns.idle();
    }
  };

  const jump = async (
    ms: number,
    { waitedMs = 0, isGrowing = false }: JumpOptions = {},
  ): Promise<JumpResult> => {
    clock.isGrowing = isGrowing;
    if (isGrowing) {
      clock.idleBudgetMs = max(clock.idleBudgetMs, 250);
      clock.pendingWorkBudgetMs = max(clock.pendingWorkBudgetMs, 250);
    }
    if (waitedMs > 1_000) clock.pollHorizon = horizonMs + waitedMs;
    clock.isBuilding = isBuilding();
    const isRestless = await turns.idle();
    await pendingWorkDone();
    await turns.observed();
    if (ms > 0) {
      clock.scroll?.((callback, delay) => void later(callback, delay, [], false));
      clock.scroll = undefined;
      if (clock.observers) await revealUnseen();
    }
    // A fixed date continues where the last jump ended. The first jump begins at its start, unless the page took long
    // to become ready.
    const isFixed = date !== undefined && (clock.isJumping || clock.ahead <= 1_000);
    const end = (isFixed ? clock.end : clock.now()) + ms;
    clock.end = end;
    clock.waited = 0;
    entries.forEach((entry) => {
      if (!clock.isJumping) entry.stop();
      if (entry.due <= end && mayRun(entry)) near.set(entry.id, entry);
    });
    clock.isJumping = true;
    for (let next = earliest(near); next; next = earliest(near)) {
      const entry = next;
      clock.ahead += max(0, entry.due - clock.now());
      await turns.runInTask(() => {
        if (!entries.has(entry.id)) return;
        clock.isFramePending = clock.observers;
        try {
          run(entry);
        } finally {
          if (entry.repeat && (entry.due > end || !mayRun(entry))) near.delete(entry.id);
        }
      });
    }
    clock.ahead += max(0, end - clock.now());
    await turns.idle();
    clock.waited = 0;
    near.forEach(({ id }) => {
      near.delete(id);
    });
    const hasMoved = await turns.finishAnimations();
    clock.isBuilding = isBuilding();
    let isMore = false;
    let hasPrompt = false;
    entries.forEach((entry) => {
      isMore ||= !!mayRun(entry);
      hasPrompt ||= isPrompt(entry);
    });
    if (!isMore || !ms) await turns.observed();
    return {
      isMore:
        hasMoved || isMore || clock.isFramePending || (clock.awaited > 0 && clock.pendingWorkBudgetMs > 0),
      hasPrompt,
      isRestless,
      builder: clock.isBuilding || undefined,
    };
  };
  // In a frame that is sandboxed without `allow-scripts`, timers never end and promises are never settled. The parser of
  // HTML then takes the contents of `noscript` for elements (HTML Standard, scripting flag); XML has no such element, but an
  // attribute becomes no handler there.
  const runsScripts = (): boolean => {
    const probe = document.createElementNS('http://www.w3.org/1999/xhtml', 'div') as HTMLElement;
    try {
      if (document.contentType === 'text/html') {
        probe.innerHTML = '<noscript><i></i></noscript>';
        return !probe.querySelector('i');
      }
      probe.setAttribute('onclick', '');
      return probe.onclick !== null;
    } catch {
      // Only where scripts run can a policy forbid this.
      return true;
    }
  };
  const finishOnce = (): JumpResult => {
    turns.finishNow();
    return { isMore: false, hasPrompt: false, isRestless: false };
  };
  // A frame that shares the clock jumps when its page does.
  const actions = shared ? {} : runsScripts() ? { jump, hold, release } : { jump: finishOnce };
  Object.defineProperty(window, key, { value: { clock, ...actions } });
}
