/** When to ask again: exponential backoff with jitter, what the server asks for, and never beyond the deadline. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '../contract/errors.ts';

export interface RetryOptions {
  /** How often at most, after the first attempt. */
  readonly retries: number;
  /** Ends the waiting; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Milliseconds of the monotonic clock at which the command's time is over. */
  readonly end: number;
  readonly onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** From 1. */
  readonly attempt: number;
  /** Milliseconds until it. */
  readonly wait: number;
  readonly failure: Failure;
}

/** What another attempt may mend, and after how many seconds where the server says so. */
export class Retryable extends Error {
  readonly failure: Failure;
  readonly retryAfter: number | undefined;

  constructor(failure: Failure, retryAfter?: number) {
    super(failure.message);
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

/** Milliseconds. */
const firstWait = 250;
const longestWait = 20_000;

/** Throws what `attempt` throws; of a `Retryable` its failure, when no further attempt is due or fits. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { retries, signal, end, onRetry }: RetryOptions,
): Promise<Result> {
  for (let count = 0; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Retryable)) throw error;
      const wait = waitBefore(count, error.retryAfter);
      if (count >= retries || performance.now() + wait >= end) throw error.failure;
      onRetry?.({ attempt: count + 1, wait, failure: error.failure });
      await sleep(wait, undefined, { signal }).catch(() => {
        throw signal.reason;
      });
    }
  }
}

/** Full jitter above half of the backoff, so that callers who failed together do not return together. */
function waitBefore(count: number, retryAfter: number | undefined): number {
  const backoff = Math.min(longestWait, firstWait * 2 ** count);
  const jittered = backoff / 2 + (Math.random() * backoff) / 2;
  return retryAfter === undefined ? jittered : retryAfter * 1000 + Math.random() * firstWait;
}
