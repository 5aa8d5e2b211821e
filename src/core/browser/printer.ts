/** The browser of a server: it is kept running, and documents of different owners are isolated from each other. */

import type { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { Browser, BrowserFacts } from './browser.ts';
import type { StartOptions } from './process/browser-process.ts';
import type { StartReason } from './process/start-error.ts';
import type { MemoryLimits } from './process/watchdog.ts';

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
  /** Called for each failed start. The next attempt follows automatically. */
  readonly onStartFailure?: ((failure: Failure) => void) | undefined;
}

/** When a working browser is replaced, so that its leaks do not accumulate. */
export interface Replacement {
  readonly renders: number;
  readonly ageMs: number;
  /** The memory of its main process, which outlives all pages. */
  readonly megabytes: number;
}
