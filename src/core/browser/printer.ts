/** The browser of a server: it is kept running, and it keeps the documents of different owners apart. */

import type { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { Browser, BrowserFacts } from './browser.ts';
import type { StartOptions } from './process/browser-process.ts';
import type { StartReason } from './process/start-error.ts';
import type { MemoryLimits } from './process/watchdog.ts';

/**
 * `print` waits for a free worker, and for a browser that starts; what waits is given up with its deadline.
 * `ready` resolves at the first start that works, however many fail before it.
 */
export interface BrowserPool extends Browser {
  status(): BrowserPoolStatus;
  /** Asks the browser for a sign of life. Throws why there is none, or `timeout`. */
  probe(deadline: Deadline): Promise<void>;
  /** Within 3 s, whatever is under way. Prints that are fail with `browser_failed`. */
  close(): Promise<void>;
}

export interface BrowserPoolStatus {
  /** Whether a browser runs that takes documents. */
  readonly ready: boolean;
  /** Why it is not, in words that anyone may read; undefined while the first start is under way. */
  readonly reason?: StartReason | undefined;
  /** Of the browser that runs. */
  readonly version?: string;
  readonly pid?: number;
  /** Browsers started, and how many of them ended by themselves. */
  readonly starts: number;
  readonly deaths: number;
  /** Documents in work, and those that wait for a worker. */
  readonly printing: number;
  readonly waiting: number;
}

export interface BrowserPoolOptions extends StartOptions {
  /** Documents printed at once; as many as there are processors by default. */
  readonly workers?: number;
  /** No script of any document runs. */
  readonly noScripts?: boolean;
  readonly memory?: Partial<MemoryLimits>;
  /** CPU time of a document or an owner, in milliseconds, before its processes get the lowest priority. Default: 3 s. */
  readonly cpuAllowanceMs?: number | undefined;
  readonly replacement?: Partial<Replacement>;
  /** Called when a browser takes documents, the first one and each that replaces another. */
  readonly onStart?: ((facts: BrowserFacts) => void) | undefined;
  /** Called for each start that fails; the next attempt follows by itself. */
  readonly onStartFailure?: ((failure: Failure) => void) | undefined;
}

/** When a browser that works is replaced by a new one, so that what it leaks does not add up. */
export interface Replacement {
  readonly renders: number;
  readonly ageMs: number;
  /** Memory of its first process, which outlives all pages. */
  readonly megabytes: number;
}
