/** Retries with exponential backoff and jitter. It respects `Retry-After` and never waits beyond the deadline. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '#contract/errors';

export interface RetryOptions {
  /** The maximum number of attempts after the first. */
  readonly retries: number;
  /** Ends the wait. Its reason is thrown. */
  readonly signal: AbortSignal;
  /** The deadline on the clock of `performance.now()`, in milliseconds. */
  readonly end: number;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Retry {
  /** Counts from 1. */
  readonly attempt: number;
  /** Milliseconds until the attempt. */
  readonly wait: number;
  readonly failure: Failure;
}

/** A failure that another attempt may avoid, with the number of seconds to wait if the server gave one. */
export class Retryable extends Error {
  readonly failure: Failure;
  readonly retryAfter: number | undefined;

  constructor(failure: Failure, retryAfter?: number) {
    super(failure.message);
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

/** In milliseconds. */
const firstWaitMs = 250;
const maxWaitMs = 20_000;

/**
 * Throws whatever `attempt` throws. For a `Retryable`, throws its failure once no attempt is left or the next would
 * start after the deadline.
 */
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

/** Adds random jitter to half of the backoff, so that clients that failed together do not retry together. */
function waitBefore(count: number, retryAfter: number | undefined): number {
  const backoff = Math.min(maxWaitMs, firstWaitMs * 2 ** count);
  const jittered = backoff / 2 + (Math.random() * backoff) / 2;
  return retryAfter === undefined ? jittered : retryAfter * 1000 + Math.random() * firstWaitMs;
}
