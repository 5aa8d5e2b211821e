/** Starts the browser of a server. */
import { availableParallelism } from 'node:os';
import { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { PrintedDocument, PrintJob } from './browser.ts';
import { type BrowserProcess, startBrowserProcess } from './browser-process.ts';
import { ProtocolError } from './connection.ts';
import { PageCrash } from './page-crash.ts';
import { openPagePool, type PagePool } from './page-pool.ts';
import { printPooled } from './print-pooled.ts';
import type { Printer, PrinterOptions, PrinterStatus, Replacement } from './printer.ts';
import { needsScripts } from './scripts.ts';
import { Slots } from './slots.ts';
import { startReason } from './start-error.ts';
import { supervise } from './supervise.ts';
import { defaultMemoryLimits, startWatchdog, type Watchdog } from './watchdog.ts';

const defaultReplacement: Replacement = { renders: 10_000, ageMs: 60 * 60 * 1000, megabytes: 512 };

interface WatchedBrowser extends BrowserProcess {
  readonly watchdog: Watchdog;
  readonly pages: PagePool;
}

/** Returns at once; the browser starts in the background. `status()` says whether it runs. */
export function startPrinter(options: PrinterOptions): Printer {
  const memory = { ...defaultMemoryLimits, ...options.memory };
  const replacement = { ...defaultReplacement, ...options.replacement };
  const workerCount = options.workers ?? availableParallelism();
  const workers = new Slots(workerCount);
  /** Documents that a browser died under are tried again one at a time, so that only the guilty one is blamed. */
  const suspects = new Slots(1);
  let printing = 0;

  const supervisor = supervise<WatchedBrowser>({
    async start(signal) {
      const browser = await startBrowserProcess(options, signal);
      const watchdog = startWatchdog(browser.pid, memory, () => printing > 0);
      browser.ended.then(watchdog.stop);
      return { ...browser, watchdog, pages: openPagePool(browser, 2 * workerCount) };
    },
    onStart: ({ facts }) => options.onStart?.(facts),
    onStartFailure: options.onStartFailure,
    isWorn: ({ watchdog }, { leases, ageMs }) =>
      leases >= replacement.renders ||
      ageMs >= replacement.ageMs ||
      watchdog.browserMegabytes >= replacement.megabytes,
  });

  async function print(job: PrintJob, deadline: Deadline): Promise<PrintedDocument> {
    const asked = performance.now();
    const free = await workers.take('waiting for a free worker', deadline);
    printing++;
    const wanted = options.noScripts ? { ...job, scripts: false } : job;
    try {
      return (await attempt(wanted, deadline, asked)) ?? (await printAgain(wanted, deadline, asked));
    } finally {
      printing--;
      free();
    }
  }

  async function printAgain(job: PrintJob, deadline: Deadline, asked: number): Promise<PrintedDocument> {
    const alone = await suspects.take('waiting for another try', deadline);
    try {
      const printed = await attempt(job, deadline, asked);
      if (printed) return printed;
      throw new Failure('page_failed', 'The browser ended twice while it printed this document.');
    } finally {
      alone();
    }
  }

  /** Undefined where the browser died under it. */
  async function attempt(
    job: PrintJob,
    deadline: Deadline,
    asked: number,
  ): Promise<PrintedDocument | undefined> {
    const { browser, release } = await supervisor.lease(deadline);
    try {
      const scripts = await needsScripts(job);
      return await printPooled(browser.pages, { browser, job: { ...job, scripts }, deadline, asked });
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      if (error instanceof Failure && error.code === 'browser_failed' && !isClosing) {
        await deadline.race('waiting for another browser', browser.ended);
        return undefined;
      }
      const reason = lostItsProcess(error) ? browser.watchdog.takeReason() : undefined;
      throw reason ? new Failure('memory_limit', reason, { cause: error }) : error;
    } finally {
      release();
    }
  }

  let isClosing = false;
  return {
    print,
    ready: async () => (await supervisor.ready()).facts,
    async probe(deadline) {
      const { current, failure } = supervisor;
      if (!current) throw failure ?? new Failure('browser_failed', 'The browser is being started.');
      await deadline.race('asking the browser', current.connection.browser.send('Browser.getVersion'));
    },
    status(): PrinterStatus {
      const { current, failure, starts, deaths } = supervisor;
      const state = current
        ? { ready: true, version: current.facts.version, pid: current.pid }
        : { ready: false, reason: failure && startReason(failure) };
      return { ...state, starts, deaths, printing, waiting: workers.waiting };
    },
    async close() {
      isClosing = true;
      await supervisor.close();
    },
  };
}

/** Told as a crash, or by a command that was under way; whatever else fails may do so beside somebody's crash. */
const lostItsProcess = (error: unknown): boolean =>
  error instanceof PageCrash || (error instanceof Error && error.cause instanceof ProtocolError);
