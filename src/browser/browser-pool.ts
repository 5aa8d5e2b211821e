/** The browser of a server: it is kept running, and documents of different owners are isolated from each other. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import type { Browser, BrowserFacts, DrawingJob, PrintedDocument, PrintJob } from './browser.ts';
import type { DrawingPage } from './drawing/drawing-page.ts';
import { startHtmlParser } from './html/start-html-parser.ts';
import { orRefusal } from './page/page-crash.ts';
import { openPagePool, type PagePool } from './page/page-pool.ts';
import { withWholePictures } from './page/pictures/with-whole-pictures.ts';
import { Semaphore } from './page/semaphore.ts';
import type { Attempt } from './print/print-in-context.ts';
import { startIsolatedPrinter } from './print/print-isolated.ts';
import { printPooled } from './print/print-pooled.ts';
import { openPrintedOverlays } from './print/printed-overlays.ts';
import { needsScripts } from './print/scripts.ts';
import { type BrowserProcess, type StartOptions, startBrowserProcess } from './process/browser-process.ts';
import { niceValues } from './process/process-priority.ts';
import { type StartReason, startReason } from './process/start-error.ts';
import { supervise } from './process/supervise.ts';
import {
  defaultMemoryLimits,
  KeepsBrowserBusy,
  type MemoryLimits,
  startWatchdog,
} from './process/watchdog.ts';
import { watchedBrowser } from './process/watched-browser.ts';

/**
 * `print` waits for a free worker and for a starting browser, until its deadline. `ready` resolves after the first
 * successful start, however many attempts fail before it.
 */
export interface BrowserPool extends Browser {
  status(): BrowserPoolStatus;
  /** Checks that the browser responds. Throws the reason if it does not, or `timeout`. */
  probe(deadline: Deadline): Promise<void>;
  /** Completes within 3 s regardless of pending work. Prints in progress fail with `browser_failed`. */
  close(): Promise<void>;
}

export interface BrowserPoolStatus {
  /** Whether a running browser accepts documents. */
  readonly ready: boolean;
  /** Why it does not, in words safe for any reader. Undefined during the first start. */
  readonly reason?: StartReason | undefined;
  /** The version of the running browser. */
  readonly version?: string;
  readonly pid?: number;
  /** The number of browsers started, and how many of them ended by themselves. */
  readonly starts: number;
  readonly deaths: number;
  /** The number of documents being printed, and of those waiting for a worker. */
  readonly printing: number;
  readonly waiting: number;
}

export interface BrowserPoolOptions extends StartOptions {
  /** The number of documents printed concurrently. Defaults to the number of processors. */
  readonly workers?: number;
  /** Disables the scripts of all documents. */
  readonly noScripts?: boolean;
  readonly memory?: Partial<MemoryLimits>;
  /**
   * CPU time in milliseconds that a document or an owner may use before its processes get the lowest priority. Default:
   * 3 s.
   */
  readonly cpuAllowanceMs?: number | undefined;
  readonly replacement?: Partial<Replacement>;
  /** Called whenever a browser starts to accept documents: the first one and each replacement. */
  readonly onStart?: ((facts: BrowserFacts) => void) | undefined;
  /** Called with the reason whenever a browser has ended that accepted documents. Another one is started. */
  readonly onLost?: ((reason: string) => void) | undefined;
  /** Called when the system refuses a browser a process, a thread or a file. The document is tried again. */
  readonly onRefused?: ((failure: Failure) => void) | undefined;
  /** Called for each failed start. The next attempt follows automatically. */
  readonly onStartFailure?: ((failure: Failure) => void) | undefined;
}

/** When a working browser is replaced, so that its leaks do not accumulate. */
interface Replacement {
  readonly renders: number;
  readonly ageMs: number;
  /** The memory of its main process, which outlives all pages. */
  readonly megabytes: number;
}

const defaultReplacement: Replacement = { renders: 10_000, ageMs: 60 * 60 * 1000, megabytes: 512 };

interface PooledBrowser extends BrowserProcess {
  readonly pages: PagePool;
}

/** Milliseconds before each further attempt. */
const refusedPausesMs = [250, 1_000];
/** Milliseconds for which other documents get only one attempt after all attempts of one were refused. */
const refusedMs = 5_000;

type Wanted = Omit<Attempt, 'browser'>;

/** Returns immediately while the browser starts in the background. `status()` reports whether it is running. */
export function startBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const memory = { ...defaultMemoryLimits, ...options.memory };
  const replacement = { ...defaultReplacement, ...options.replacement };
  const workerCount = options.workers ?? availableParallelism();
  const workers = new Semaphore(workerCount);
  const parser = startHtmlParser();
  let printing = 0;
  /** When all attempts of a document had been refused by the system, on the clock of `performance.now()`. */
  let gaveUpAt = Number.NEGATIVE_INFINITY;

  const watchdog = startWatchdog(memory, options.cpuAllowanceMs);
  const isolated = startIsolatedPrinter(options, watchdog);
  let overlays = openPrintedOverlays();

  const supervisor = supervise<PooledBrowser>({
    async start(signal) {
      const niced = { ...options, niceValue: niceValues.browser };
      const browser = watchedBrowser(await startBrowserProcess(niced, signal), watchdog);
      return { ...browser, pages: openPagePool(browser, 2 * workerCount) };
    },
    onStart({ facts }) {
      overlays = openPrintedOverlays();
      options.onStart?.(facts);
    },
    onStartFailure: options.onStartFailure,
    onLost: ({ pid, exit }) =>
      options.onLost?.(watchdog.reasonOf(pid) ?? `it ended with ${exit() ?? 'no exit code'}`),
    isWorn: ({ pid }, { leases, ageMs }) =>
      leases >= replacement.renders ||
      ageMs >= replacement.ageMs ||
      watchdog.megabytesOf(pid) >= replacement.megabytes,
  });

  async function print(job: PrintJob, deadline: Deadline): Promise<PrintedDocument> {
    const known = overlays.find(job);
    if (known) return known;
    const asked = performance.now();
    const free = await workers.take('waiting for a free worker', deadline);
    printing++;
    try {
      const facts = await parser.facts(job, deadline);
      const hasScripts = (html: string) => parser.hasScripts(html, facts.html, deadline);
      const scripts = !options.noScripts && (await needsScripts(job, hasScripts));
      const wanted = { job: { ...job, scripts, facts }, deadline, asked };
      const printed = await withWholePictures(wanted.job, async (each) =>
        scripts && isolated.isSuspect(job.owner)
          ? await isolated.print({ ...wanted, job: each })
          : await printShared({ ...wanted, job: each }),
      );
      overlays.keep(job, facts, printed);
      return printed;
    } finally {
      printing--;
      free();
    }
  }

  /**
   * Prints in the browser that all documents share. If that browser dies or stops responding, one of its documents is
   * responsible, and printing each in a browser of its own identifies which. A document without scripts is rarely the
   * cause, so it gets further attempts in the shared browser first.
   */
  async function printShared(wanted: Wanted): Promise<PrintedDocument> {
    const tries = wanted.job.scripts ? 1 : 3;
    for (let count = 0; count < tries; count++) {
      const printed = await attemptAgain(wanted.deadline, (browser) =>
        printPooled(browser.pages, { ...wanted, browser }),
      );
      if (printed) return printed.result;
    }
    return await isolated.print(wanted);
  }

  /** Uses one worker, as a print does. */
  async function draw<Result>(
    job: DrawingJob,
    work: (page: DrawingPage) => Promise<Result>,
    deadline: Deadline,
  ): Promise<Result> {
    const free = await workers.take('waiting for a free worker', deadline);
    printing++;
    try {
      const { drawInContext } = await import('./drawing/draw-in-context.ts');
      const drawIn = (browser: BrowserProcess) => drawInContext(browser, job, work, deadline);
      const drawn = isolated.isSuspect(job.owner) ? undefined : await attemptAgain(deadline, drawIn);
      return drawn ? drawn.result : await isolated.run({ owner: job.owner, deadline, work: drawIn });
    } finally {
      printing--;
      free();
    }
  }

  /**
   * Like `attempt`, and again after a pause if the system refused the browser a process or a file: other documents may
   * have given some back by then.
   */
  async function attemptAgain<Result>(
    deadline: Deadline,
    work: (browser: PooledBrowser) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    const began = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(deadline, work);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'system_limit') throw error;
        options.onRefused?.(error);
        const pauseMs = refusedPausesMs[tries];
        // After all attempts of one document were refused, other documents get only one for a while.
        if (deadline.signal.aborted || pauseMs === undefined || gaveUpAt >= began - refusedMs) {
          gaveUpAt = performance.now();
          throw error;
        }
        await deadline.race('waiting for the system', delay(pauseMs)).catch(() => {
          throw error;
        });
      }
    }
  }

  /** Returns undefined if the browser died or stopped responding meanwhile. */
  async function attempt<Result>(
    deadline: Deadline,
    work: (browser: PooledBrowser) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    const { browser, release } = await supervisor.lease(deadline);
    const since = performance.now();
    try {
      return { result: await work(browser) };
    } catch (thrown) {
      const error = await orRefusal(thrown, browser, since);
      if (deadline.signal.aborted) throw error;
      if (error instanceof KeepsBrowserBusy) return undefined;
      if (error instanceof Failure && error.code === 'browser_failed' && !isClosing) {
        await deadline.race('waiting for another browser', browser.ended, { kind: 'waiting' });
        return undefined;
      }
      throw error;
    } finally {
      release();
    }
  }

  let isClosing = false;
  return {
    print,
    draw,
    ready: async () => (await supervisor.ready()).facts,
    async probe(deadline) {
      const { current, failure } = supervisor;
      if (!current) throw failure ?? new Failure('browser_failed', 'The browser is being started.');
      await deadline.race('asking the browser', current.connection.browser.send('Browser.getVersion'));
    },
    status(): BrowserPoolStatus {
      const { current, failure, starts, deaths } = supervisor;
      const state = current
        ? { ready: true, version: current.facts.version, pid: current.pid }
        : { ready: false, reason: failure && startReason(failure) };
      return { ...state, starts, deaths, printing, waiting: workers.waiting };
    },
    async close() {
      isClosing = true;
      watchdog.stop();
      await Promise.all([supervisor.close(), isolated.close(), parser.close()]);
    },
  };
}
