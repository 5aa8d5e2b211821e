/**
 * Keeps one browser running: restarts it when it dies, retries indefinitely when it does not start, and replaces it
 * when it is worn. Each print holds a lease; a replaced browser ends with its last lease.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';

export interface Supervised {
  /** Resolves when the browser can no longer print, for whatever reason. */
  readonly ended: Promise<void>;
  kill(): Promise<void>;
}

interface Lease<T> {
  readonly browser: T;
  readonly release: () => void;
}

export interface Supervisor<T> {
  /** Waits for a starting browser. Throws the reason immediately after several consecutive failed starts. */
  lease(deadline: Deadline): Promise<Lease<T>>;
  /** The browser that accepts new work. */
  readonly current: T | undefined;
  /** Why the last start failed, if none has succeeded since. */
  readonly failure: Failure | undefined;
  readonly starts: number;
  readonly deaths: number;
  /** Resolves to the running browser, or to the first one that runs. */
  ready(): Promise<T>;
  close(): Promise<void>;
}

export interface SupervisorOptions<T> {
  start(signal: AbortSignal): Promise<T>;
  /** Called with each browser that starts to accept work. */
  onStart?: ((browser: T) => void) | undefined;
  /** Called for each failed start, and for a browser that ends before its first lease. */
  onStartFailure?: ((failure: Failure) => void) | undefined;
  /** Called for a browser that ended by itself or was killed while it accepted work, once it is gone. */
  onLost?: ((browser: T) => void) | undefined;
  /** Called after each lease. */
  isWorn(browser: T, use: { readonly leases: number; readonly ageMs: number }): boolean;
}

/** The delay from the first failed start to the next. It doubles with each further failure, up to `maxPauseMs`. */
const firstPauseMs = 100;
const maxPauseMs = 30_000;
/** The number of consecutive failed starts after which waiting leases fail. */
const maxFailedStarts = 3;
const closeLimitMs = 2_500;

interface Running<T> {
  readonly browser: T;
  readonly since: number;
  leases: number;
  leased: number;
  retired: boolean;
}

export function supervise<T extends Supervised>(options: SupervisorOptions<T>): Supervisor<T> {
  const closing = new AbortController();
  const all = new Set<Running<T>>();
  let current: Running<T> | undefined;
  let failure: Failure | undefined;
  let failuresInARow = 0;
  let starts = 0;
  let deaths = 0;
  let started = Promise.withResolvers<void>();
  let isStarting = false;
  const firstReady = Promise.withResolvers<T>();
  firstReady.promise.catch(() => {});

  /** Retries until a browser runs. The previous browser, if any, accepts work meanwhile. */
  async function start(): Promise<void> {
    if (isStarting) return;
    isStarting = true;
    while (!closing.signal.aborted) {
      if (failuresInARow > 0) await pause(failuresInARow, closing.signal);
      try {
        take(await options.start(closing.signal));
        break;
      } catch (error) {
        fail(error);
      }
    }
    isStarting = false;
  }

  function take(browser: T): void {
    const running = { browser, since: performance.now(), leases: 0, leased: 0, retired: false };
    all.add(running);
    starts++;
    browser.ended.then(() => lost(running));
    if (closing.signal.aborted) return void browser.kill();
    const before = current;
    current = running;
    failure = undefined;
    if (before) retire(before);
    started.resolve();
    firstReady.resolve(browser);
    options.onStart?.(browser);
  }

  function fail(error: unknown): void {
    failuresInARow++;
    failure =
      error instanceof Failure ? error : new Failure('browser_failed', String(error), { cause: error });
    options.onStartFailure?.(failure);
    if (failuresInARow < maxFailedStarts || current) return;
    const waiting = started;
    started = Promise.withResolvers();
    waiting.promise.catch(() => {});
    waiting.reject(failure);
  }

  function lost(running: Running<T>): void {
    // Cleans up the rest of its process and its files.
    const isLost = !running.retired && !closing.signal.aborted;
    running.browser.kill().finally(() => {
      all.delete(running);
      if (isLost) options.onLost?.(running.browser);
    });
    if (!isLost) return;
    deaths++;
    // No document can have caused this.
    if (running.leases === 0) fail(new Failure('browser_failed', 'The browser ended right after starting.'));
    if (current !== running) return;
    current = undefined;
    started = Promise.withResolvers();
    start();
  }

  function retire(running: Running<T>): void {
    running.retired = true;
    if (running.leased === 0) running.browser.kill();
  }

  function release(running: Running<T>): void {
    running.leased--;
    if (running === current) failuresInARow = 0;
    const use = { leases: running.leases, ageMs: performance.now() - running.since };
    if (running.retired) retire(running);
    else if (running === current && options.isWorn(running.browser, use)) start();
  }

  start();
  return {
    async lease(deadline) {
      while (!current) {
        if (closing.signal.aborted) throw closed();
        if (failure && failuresInARow >= maxFailedStarts) throw failure;
        await whileAlive(
          deadline.race('starting the browser', started.promise, { kind: 'waiting' }).catch((error) => {
            // The document is not why there was no browser in time.
            throw failure ?? error;
          }),
        );
      }
      const running = current;
      running.leases++;
      running.leased++;
      let released = false;
      return {
        browser: running.browser,
        release() {
          if (!released) release(running);
          released = true;
        },
      };
    },
    get current() {
      return current?.browser;
    },
    get failure() {
      return failure;
    },
    get starts() {
      return starts;
    },
    get deaths() {
      return deaths;
    },
    ready: async () => current?.browser ?? (await firstReady.promise),
    async close() {
      closing.abort(closed());
      current = undefined;
      started.promise.catch(() => {});
      started.reject(closed());
      firstReady.reject(closed());
      const kills = [...all].map(({ browser }) => browser.kill());
      await Promise.race([Promise.all(kills), delay(closeLimitMs, undefined, { ref: false })]);
    },
  };
}

/** Keeps the process alive. It would end between two attempts to start a browser, whose pauses do not do that. */
async function whileAlive<Result>(promise: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {}, maxPauseMs);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

const closed = () => new Failure('browser_failed', 'The browser pool is being closed.');

async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));
  await delay(ms, undefined, { signal, ref: false }).catch(() => {});
}
