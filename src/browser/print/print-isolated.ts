/**
 * Prints and draws documents in a browser process of their own: those that were in work while a shared browser died or
 * stopped responding, and for a while the documents of owners for whom the suspicion was confirmed.
 */
import { type ErrorCode, Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import type { PrintedDocument } from '../browser.ts';
import { orRefusal } from '../page/page-crash.ts';
import { type BrowserProcess, type StartOptions, startBrowserProcess } from '../process/browser-process.ts';
import { niceValues } from '../process/process-priority.ts';
import type { Watchdog } from '../process/watchdog.ts';
import { watchedBrowser } from '../process/watched-browser.ts';
import { type Attempt, printInNewContext } from './print-in-context.ts';

export interface IsolatedPrinter {
  /** Returns whether a document of this owner must not be printed beside those of others. */
  isSuspect(owner: string | undefined): boolean;
  /** Prints the document. If it fails like a harmful document, its owner is a suspect from now on. */
  print(attempt: Omit<Attempt, 'browser'>): Promise<PrintedDocument>;
  /** Like `print`, for other work on a document of this owner. */
  run<Result>(isolated: IsolatedWork<Result>): Promise<Result>;
  /** Ends all its browsers. */
  close(): Promise<void>;
}

interface IsolatedWork<Result> {
  readonly owner: string | undefined;
  readonly deadline: Deadline;
  readonly work: (browser: BrowserProcess) => Promise<Result>;
}

const suspicionMs = 10 * 60 * 1000;
/**
 * The errors with which a document confirms that it harmed a browser before. Time that runs out does so only if most of it
 * was the document’s.
 */
const guilty: ReadonlySet<ErrorCode> = new Set(['page_failed', 'memory_limit', 'timeout']);

export function startIsolatedPrinter(options: StartOptions, watchdog: Watchdog): IsolatedPrinter {
  const closing = new AbortController();
  const browsers = new Set<BrowserProcess>();
  /** When each suspicion ends, on the clock of `performance.now()`. */
  const suspects = new Map<string, number>();

  async function start(deadline: Deadline): Promise<BrowserProcess> {
    const niced = { ...options, niceValue: niceValues.isolatedBrowser };
    const starting = startBrowserProcess(niced, AbortSignal.any([closing.signal, deadline.signal]));
    try {
      return watchedBrowser(
        await deadline.race('starting a browser', starting, { kind: 'waiting' }),
        watchdog,
      );
    } catch (error) {
      starting.then(
        ({ kill }) => kill(),
        () => {},
      );
      throw error;
    }
  }

  async function run<Result>({ owner, deadline, work }: IsolatedWork<Result>): Promise<Result> {
    const asked = performance.now();
    // A browser that starts late, or not at all, is the fault of the machine.
    const browser = await start(deadline);
    const since = performance.now();
    const isGuilty = ({ code }: Failure) =>
      guilty.has(code) && (code !== 'timeout' || performance.now() - since > since - asked);
    const suspect = (error: unknown) => {
      if (owner !== undefined && error instanceof Failure && isGuilty(error))
        suspects.set(owner, performance.now() + suspicionMs);
      return error;
    };
    browsers.add(browser);
    try {
      return await work(browser);
    } catch (thrown) {
      const error = await orRefusal(thrown, browser, since);
      if (!(error instanceof Failure) || error.code !== 'browser_failed' || closing.signal.aborted)
        throw suspect(error);
      throw suspect(new Failure('page_failed', 'The browser ended every time it worked on this document.'));
    } finally {
      browser.kill().finally(() => browsers.delete(browser));
    }
  }

  return {
    isSuspect(owner = '') {
      for (const [each, until] of suspects) if (performance.now() > until) suspects.delete(each);
      return suspects.has(owner);
    },
    print: (attempt) =>
      run({
        owner: attempt.job.owner,
        deadline: attempt.deadline,
        work: (browser) => printInNewContext({ ...attempt, browser }),
      }),
    run,
    async close() {
      closing.abort(new Failure('browser_failed', 'The browser pool is being closed.'));
      await Promise.all([...browsers].map(({ kill }) => kill()));
    },
  };
}
