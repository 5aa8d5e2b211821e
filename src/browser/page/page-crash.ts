import { Failure } from '#contract/errors';
import { ProtocolError } from '../cdp/connection.ts';
import type { BrowserProcess } from '../process/browser-process.ts';

/**
 * Returns the failure to report for work that has failed in this browser since this time of `performance.now()`: that of
 * the system, if a limit of it was reached, or else the error itself.
 */
export async function orRefusal(
  error: unknown,
  { shortage }: Pick<BrowserProcess, 'shortage'>,
  since: number,
): Promise<unknown> {
  return (mayBeRefused(error) && (await shortage.since(since))) || error;
}

/**
 * Whether a page fails like this if the system refuses its browser a process, a thread or a file: it crashes, does not
 * answer, or takes its browser along. One that the watchdog has ended has a reason of its own.
 */
const mayBeRefused = (error: unknown): boolean =>
  error instanceof Failure &&
  (error instanceof PageCrash ||
    error.cause instanceof ProtocolError ||
    error.code === 'timeout' ||
    error.code === 'browser_failed');

/** A process of the page has ended, either by itself or because it was killed. */
export class PageCrash extends Failure {
  constructor() {
    super('page_failed', 'The page crashed, most likely because it needs more memory than is available.');
  }
}
