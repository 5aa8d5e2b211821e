/**
 * The clock of a page with scripts: its timers, frames and times of day. It follows the real clock until it is made to
 * jump. This source runs before all scripts of the document, in the page and in each of its frames.
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

import { builders } from './builders.ts';
import { deterministicDate } from './deterministic-date.ts';
import { eventLoopTurns } from './event-loop-turns.ts';
import { pendingWork } from './pending-work.ts';

/** In milliseconds. Charts take 0.3 to 2 s. A page that reloads or navigates by itself does so after 5 s or more. */
export const horizonMs = 3_000;

/**
 * The source of a function for the page. Its argument is a time in milliseconds since 1970, given if scripts are to see
 * the same time whenever and wherever they run. Time then consists only of what timers and frames have waited for: it
 * stops while the page works or loads. A script that reads the time in a loop is waiting for it to pass, so
 * repeated reads advance it gradually.
 */
export const pageClock = `(date) => {
  const key = Symbol.for('pdfapi');
  const { setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window;
  const { requestIdleCallback, cancelIdleCallback, Date, MessageChannel, Promise, Map, Number, String, Infinity } = window;
  const { eval: evaluate, scheduler } = window;
  const { apply, construct } = Reflect;
  const { max, round } = Math;
  const { then } = Promise.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { getAnimations } = Document.prototype;
  const { now: realNow } = Performance.prototype;
  const performanceNow = realNow.bind(performance);
  const dateNow = Date.now;
  const like = (real, call) => new Proxy(real, { __proto__: null, apply: (_real, self, args) => call(args, self) });
  const mapOfEntries = () => {
    const map = new Map();
    for (const name of ['get', 'set', 'delete', 'has', 'forEach']) map[name] = map[name];
    return map;
  };

  // Not 0, which means to some that they have not begun.
  const startOfTime = 16;

  // Frames of the same origin have the clock of their page.
  let shared;
  try { if (window.parent !== window) shared = window.parent[key]; } catch { /* of another origin */ }
  const clock = shared?.clock ?? { ahead: 0, isJumping: false, observers: false, unseen: false, awaited: 0, patience: 3000, unrest: 3000, horizon: ${horizonMs}, pollHorizon: 0, isBuilding: false, isGrowing: false, waited: 0, longestWait: 0, entries: mapOfEntries(), near: mapOfEntries(), end: startOfTime, lastId: 0, asked: 0, now: date === undefined ? () => performanceNow() + clock.ahead : () => startOfTime + clock.ahead };
  // Those near are due in the jump that is under way.
  const { entries, near } = clock;

  // Milliseconds that look like waiting for something, and those that look like giving the browser a turn.
  const pollMs = 1000, promptMs = 50;
  const isWithinHorizon = ({ wait, delay }) => wait <= clock.horizon || (delay <= pollMs && wait <= clock.pollHorizon);
  // One that repeats by itself gives nothing a turn: it shows the time, or lines of a log without an end.
  const isPrompt = ({ delay, repeat }) => delay <= promptMs && !repeat;
  const mayRun = (entry) =>
    isWithinHorizon(entry) || clock.isBuilding || (clock.isGrowing && isPrompt(entry)) || (!clock.isJumping && clock.isHeld());

  const add = (entry) => {
    const id = ++clock.lastId;
    entries.set(id, entry);
    entry.id = id;
    entry.due = clock.now() + entry.delay;
    entry.wait = clock.waited + entry.delay;
    if (!clock.isJumping) date === undefined ? entry.start() : clock.runInOrder();
    else if (entry.due <= clock.end && mayRun(entry)) near.set(id, entry);
    return id;
  };
  // What a call leads to knows how long it was waited for, what its promises lead to included.
  const { port1: noMore, port2: afterCall } = new MessageChannel();
  const postAfterCall = afterCall.postMessage.bind(afterCall);
  noMore.onmessage = () => { clock.waited = 0; };
  const run = (entry) => {
    clock.waited = entry.wait;
    clock.longestWait = max(clock.longestWait, entry.wait);
    if (entry.repeat) {
      entry.wait += entry.delay;
      entry.due = clock.now() + entry.delay;
    }
    entry.call();
  };
  // What the browser's own timers call.
  const runByItself = (entry) => {
    if (!mayRun(entry)) {
      entry.isStopped = true;
      return entry.stop();
    }
    postAfterCall(0);
    run(entry);
  };
  const forget = ({ id }) => {
    entries.delete(id);
    near.delete(id);
  };
  const remove = (id) => {
    const entry = entries.get(Number(id));
    if (!entry) return;
    entry.stop();
    forget(entry);
  };

  const earliest = (some) => {
    let first;
    some.forEach((entry) => { if ((!first || entry.due < first.due) && mayRun(entry)) first = entry; });
    return first;
  };

  // Before the first jump, a given time passes about as fast as the real one; but one call moves it to the next, in
  // their order, which a busy browser does not keep. The page does it for its frames too: they may go at any time.
  clock.runInOrder ??= () => {
    clearTimeout(clock.running);
    const next = earliest(entries);
    if (!next) return;
    clock.running = setTimeout(() => {
      if (clock.isJumping) return;
      try {
        if (!entries.has(next.id)) return;
        clock.ahead = max(clock.ahead, next.due - startOfTime);
        postAfterCall(0);
        run(next);
      } finally {
        clock.runInOrder();
      }
    }, max(0, next.due - clock.now()));
  };

  // A chain of timers that wait for nothing is slowed down to 4 ms from its fifth one on (HTML, timers).
  let depth = 0;
  const later = (callback, delay, args, repeat) => {
    const level = depth + 1;
    delay = max(level > 5 || repeat ? 4 : 1, Number(delay) | 0);
    const call = () => {
      if (!repeat) forget(entry);
      const before = depth;
      depth = level;
      try {
        if (typeof callback === 'function') apply(callback, window, args);
        else evaluate(String(callback));
      } finally {
        depth = before;
      }
    };
    const entry = {
      __proto__: null,
      delay,
      repeat,
      call,
      start() { entry.timer = (repeat ? setInterval : setTimeout)(() => runByItself(entry), delay); },
      stop() { repeat ? clearInterval(entry.timer) : clearTimeout(entry.timer); },
    };
    return add(entry);
  };
  // Without a callback they throw what the browser's own throw.
  const timer = (real, repeat) => like(real, (args, self) => {
    if (!args.length) return apply(real, self, args);
    const rest = [];
    for (let i = 2; i < args.length; i++) rest[i - 2] = args[i];
    return later(args[0], args[1], rest, repeat);
  });
  window.setTimeout = timer(setTimeout, false);
  window.setInterval = timer(setInterval, true);
  window.clearTimeout = like(clearTimeout, (args) => remove(args[0]));
  window.clearInterval = like(clearInterval, (args) => remove(args[0]));

  const soon = (delay, request, cancel, call) => {
    const start = () => { entry.timer = request(() => runByItself(entry)); };
    const entry = { __proto__: null, delay, call: () => { forget(entry); call(); }, start, stop() { cancel(entry.timer); } };
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
    return soon(1, requestIdleCallback, cancelIdleCallback, () => callback({ didTimeout: false, timeRemaining: () => 50 }));
  });
  window.cancelIdleCallback = like(cancelIdleCallback, (args) => remove(args[0]));
  const postTask = scheduler?.postTask;
  if (postTask) {
    Object.getPrototypeOf(scheduler).postTask = like(postTask, (args, self) => {
      const { delay, ...options } = args[1] ?? {};
      if (!(delay > 0)) return apply(postTask, self, args);
      return new Promise((done) => later(() => done(apply(postTask, self, [args[0], options])), delay, []));
    });
  }

  const seen = () => {
    clock.asked++;
    if (clock.asked % 1000 === 0) clock.ahead++;
    return clock.now();
  };
  Performance.prototype.now = like(realNow, (args, self) => {
    const real = apply(realNow, self, args);
    return date === undefined ? real + clock.ahead : seen();
  });
  const today = () => date === undefined ? dateNow() + round(clock.ahead) : date + round(seen() - startOfTime);
  Date.now = like(dateNow, today);
  const OurDate = new Proxy(Date, {
    __proto__: null,
    apply: () => new OurDate().toString(),
    construct: (real, args, target) => construct(real, args.length ? args : [today()], target === OurDate ? real : target),
  });
  Date.prototype.constructor = OurDate;
  window.Date = OurDate;
  ${deterministicDate}
  ${pendingWork}
  ${eventLoopTurns}
  ${builders}
  // A page that nothing has opened may close itself, and what closes its window after printing does.
  window.close = like(window.close, () => {});

  // The page may say that it is not ready: then time passes, and all timers run. An element may have this name.
  const asksForTime = () => 'pdfapiReady' in window && !(window.pdfapiReady instanceof Element);
  clock.isHeld ??= asksForTime;
  const hold = () => {
    clock.horizon = Infinity;
    if (date !== undefined) clock.runInOrder();
    entries.forEach((entry) => {
      if (!entry.isStopped) return;
      entry.isStopped = false;
      if (entry.repeat) entry.start();
      else entry.timer = setTimeout(() => runByItself(entry));
    });
  };
  const release = () => { clock.horizon = clock.longestWait + ${horizonMs}; };

  // \`waitedMs\`: how long requests took. \`isGrowing\`: whether the document has just grown.
  const jump = async (ms, { waitedMs = 0, isGrowing = false } = {}) => {
    clock.isGrowing = isGrowing;
    if (isGrowing) {
      clock.unrest = max(clock.unrest, 250);
      clock.patience = max(clock.patience, 250);
    }
    if (waitedMs > 1000) clock.pollHorizon = ${horizonMs} + waitedMs;
    clock.isBuilding = isBuilding();
    const isRestless = await idle();
    await arrived();
    await observed();
    // A given time goes on where the last jump ended: the first one at its start, unless the page was waited for long.
    const isGiven = date !== undefined && (clock.isJumping || clock.ahead <= 1000);
    const end = clock.end = (isGiven ? clock.end : clock.now()) + ms;
    clock.waited = 0;
    entries.forEach((entry) => {
      if (!clock.isJumping) entry.stop();
      if (entry.due <= end && mayRun(entry)) near.set(entry.id, entry);
    });
    clock.isJumping = true;
    for (let next = earliest(near); next; next = earliest(near)) {
      clock.ahead += max(0, next.due - clock.now());
      await task(() => {
        if (!entries.has(next.id)) return;
        clock.unseen = clock.observers;
        try {
          run(next);
        } finally {
          if (next.repeat && (next.due > end || !mayRun(next))) near.delete(next.id);
        }
      });
    }
    clock.ahead += max(0, end - clock.now());
    await idle();
    clock.waited = 0;
    near.forEach(({ id }) => near.delete(id));
    const moved = await finishAnimations();
    clock.isBuilding = isBuilding();
    let isMore = false;
    let hasPrompt = false;
    entries.forEach((entry) => {
      isMore ||= mayRun(entry);
      hasPrompt ||= isPrompt(entry);
    });
    if (!isMore || !ms) await observed();
    return {
      isMore: moved || isMore || clock.unseen || (clock.awaited > 0 && clock.patience > 0),
      hasPrompt,
      isRestless,
      builder: clock.isBuilding || undefined,
    };
  };
  // Who has the clock of another one jumps with it.
  Object.defineProperty(window, key, { value: shared ? { clock } : { clock, jump, hold, release } });
}`;
