/**
 * The clock of a page with scripts: its timers, frames and times of day. It is the real one until it is made to
 * jump. This text runs in the page before all scripts of the document, and in each of its frames.
 *
 * Timers are the browser's own until the first jump. From then on they are called in their order by `jump`, each in
 * a task of its own, as the browser does it; what was to be called in the next frame is called 16 ms later. What
 * the page asks of the real clock's functions (their names, their text) they answer themselves.
 */
export const pageClock = `() => {
  const key = Symbol.for('pdfapi');
  const { setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame, cancelAnimationFrame } = window;
  const { requestIdleCallback, cancelIdleCallback, Date, MessageChannel } = window;
  const { now: realNow } = Performance.prototype;
  const performanceNow = realNow.bind(performance);
  const dateNow = Date.now;
  const like = (real, apply) => new Proxy(real, { apply: (_real, self, args) => apply(args, self) });

  // Frames of the same origin have the clock of their page.
  let shared;
  try { if (window.parent !== window) shared = window.parent[key]; } catch { /* of another origin */ }
  const clock = shared?.clock ?? { ahead: 0, isJumping: false, observers: false, unseen: false, awaited: 0, patience: 3000, entries: new Map(), lastId: 0, now: () => performanceNow() + clock.ahead };
  const { entries } = clock;

  const add = (entry) => {
    const id = ++clock.lastId;
    entries.set(id, entry);
    entry.id = id;
    entry.due = clock.now() + entry.delay;
    if (!clock.isJumping) entry.start();
    return id;
  };
  const remove = (id) => {
    const entry = entries.get(Number(id));
    if (!entry) return;
    entry.stop();
    entries.delete(entry.id);
  };

  // A chain of timers that wait for nothing is slowed down to 4 ms from its fifth one on (HTML, timers).
  let depth = 0;
  const later = (callback, delay, args, repeat) => {
    const level = depth + 1;
    delay = Math.max(level > 5 || repeat ? 4 : 1, Number(delay) || 0);
    const call = () => {
      if (!repeat) entries.delete(entry.id);
      const before = depth;
      depth = level;
      try {
        if (typeof callback === 'function') callback.apply(window, args);
        else (0, window.eval)(String(callback));
      } finally {
        depth = before;
      }
    };
    const entry = {
      delay,
      repeat,
      call,
      start() { entry.timer = repeat ? setInterval(call, delay) : setTimeout(call, delay); },
      stop() { repeat ? clearInterval(entry.timer) : clearTimeout(entry.timer); },
    };
    return add(entry);
  };
  window.setTimeout = like(setTimeout, ([callback, delay, ...args]) => later(callback, delay, args, false));
  window.setInterval = like(setInterval, ([callback, delay, ...args]) => later(callback, delay, args, true));
  window.clearTimeout = like(clearTimeout, ([id]) => remove(id));
  window.clearInterval = like(clearInterval, ([id]) => remove(id));

  const soon = (delay, request, cancel, call) => {
    const run = () => {
      entries.delete(entry.id);
      call();
    };
    const entry = { delay, call: run, start() { entry.timer = request(run); }, stop() { cancel(entry.timer); } };
    return add(entry);
  };
  window.requestAnimationFrame = like(requestAnimationFrame, ([callback]) =>
    soon(16, requestAnimationFrame, cancelAnimationFrame, () => callback(clock.now())));
  window.cancelAnimationFrame = like(cancelAnimationFrame, ([id]) => remove(id));
  window.requestIdleCallback = like(requestIdleCallback, ([callback]) =>
    soon(1, requestIdleCallback, cancelIdleCallback, () => callback({ didTimeout: false, timeRemaining: () => 50 })));
  window.cancelIdleCallback = like(cancelIdleCallback, ([id]) => remove(id));

  Performance.prototype.now = like(realNow, (args, self) => Reflect.apply(realNow, self, args) + clock.ahead);
  const today = () => dateNow() + Math.round(clock.ahead);
  Date.now = like(dateNow, today);
  const OurDate = new Proxy(Date, {
    apply: () => new OurDate().toString(),
    construct: (real, args, target) => Reflect.construct(real, args.length ? args : [today()], target === OurDate ? real : target),
  });
  Date.prototype.constructor = OurDate;
  window.Date = OurDate;

  // Observers call only in frames of the browser's own: where there are some, two are waited for, before all timers
  // and after the last one.
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    window[name] = class extends window[name] {
      observe(...args) {
        clock.observers = clock.unseen = true;
        super.observe(...args);
      }
    };
    Object.defineProperty(window[name], 'name', { value: name });
  }
  // What others make for the page is waited for in real time: pictures of a canvas, made when the browser has nothing
  // else to do, what is decoded or compiled in another thread, and the first answer of a worker.
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = like(toBlob, ([callback, ...rest], self) => {
    const made = (blob) => {
      clock.awaited--;
      callback(blob);
    };
    Reflect.apply(toBlob, self, [made, ...rest]);
    clock.awaited++;
  });
  const done = () => clock.awaited--;
  for (const [object, names] of [
    [window, ['createImageBitmap']],
    [HTMLImageElement.prototype, ['decode']],
    [Blob.prototype, ['arrayBuffer', 'text']],
    [window.WebAssembly ?? {}, ['compile', 'instantiate']],
  ]) {
    for (const name of names.filter((name) => object[name])) {
      const make = object[name];
      object[name] = like(make, (args, self) => {
        const result = Reflect.apply(make, self, args);
        clock.awaited++;
        result.then(done, done);
        return result;
      });
    }
  }
  window.Worker = class Worker extends window.Worker {
    constructor(...args) {
      super(...args);
      clock.awaited++;
      const answered = new AbortController();
      answered.signal.addEventListener('abort', () => clock.awaited--, { once: true });
      for (const event of ['message', 'messageerror', 'error']) {
        this.addEventListener(event, () => answered.abort(), { signal: answered.signal });
      }
      this.terminate = () => {
        answered.abort();
        super.terminate();
      };
    }
  };
  const arrived = async () => {
    const before = performanceNow();
    while (clock.awaited > 0 && performanceNow() - before < clock.patience) {
      await new Promise((done) => setTimeout(done, 10));
    }
    clock.patience -= performanceNow() - before;
  };

  // Their events come with a frame of the browser's own.
  const finishAnimations = async () => {
    let some = false;
    for (const animation of Document.prototype.getAnimations.call(document)) {
      if (animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity) continue;
      try {
        animation.finish();
        some = true;
      } catch { /* it stands still, or runs backwards */ }
    }
    if (some) await twoFrames();
    return some;
  };
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  const observed = async () => {
    if (!clock.unseen) return;
    clock.unseen = false;
    await twoFrames();
  };

  // A page that nothing has opened may close itself, and what closes its window after printing does.
  window.close = like(window.close, () => {});

  const channel = new MessageChannel();
  const tasks = [];
  channel.port1.onmessage = () => tasks.shift()();
  const task = (run) => new Promise((done) => {
    // Done first: what the call throws is the page's, and reported as such.
    tasks.push(() => { done(); run(); });
    channel.port2.postMessage(0);
  });

  // When the page has done all that it can do at once; one that never has is not waited for.
  const { scheduler } = window;
  const idle = () => Promise.race([
    ...(scheduler ? [scheduler.postTask(() => {}, { priority: 'background' })] : []),
    new Promise((done) => setTimeout(done, 200)),
  ]);

  const jump = async (ms) => {
    await idle();
    await arrived();
    await observed();
    clock.isJumping = true;
    for (const entry of entries.values()) entry.stop();
    const end = clock.now() + ms;
    for (;;) {
      let next;
      for (const entry of entries.values()) if (!next || entry.due < next.due) next = entry;
      if (!next || next.due > end) break;
      clock.ahead += Math.max(0, next.due - clock.now());
      await task(() => {
        if (!entries.has(next.id)) return;
        if (next.repeat) next.due = clock.now() + next.delay;
        clock.unseen = clock.observers;
        next.call();
      });
    }
    clock.ahead += Math.max(0, end - clock.now());
    await idle();
    const moved = await finishAnimations();
    if (!entries.size || !ms) await observed();
    return moved || entries.size > 0 || clock.unseen || (clock.awaited > 0 && clock.patience > 0);
  };
  // Who has the clock of another one jumps with it.
  Object.defineProperty(window, key, { value: shared ? { clock } : { clock, jump } });
}`;
