/** Limits the requests per minute and bucket: a fixed window that opens with the first request. */
import { rateLimit } from '#contract/limits';

export interface RateLimiter {
  /** Counts one request of a bucket, unless its window has `limit` already; rejected requests do not count. */
  take(bucket: string, limit: number): RateLimitState;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Unix time, in whole seconds, at which the window ends. */
  readonly resetAt: number;
  /** Whole seconds to wait, at least 1. */
  readonly retryAfter: number;
}

interface Window {
  /** Milliseconds of the monotonic clock. */
  readonly end: number;
  readonly resetAt: number;
  used: number;
}

export interface RateLimiterOptions {
  /** In milliseconds. Monotonic, so that a change of the system clock cannot open or extend a window. */
  readonly now?: () => number;
  readonly wallClock?: () => number;
}

export function startRateLimiter({
  now = () => performance.now(),
  wallClock = Date.now,
}: RateLimiterOptions = {}): RateLimiter {
  // In the order of their ends, since all have the same length and a Map keeps the order of insertion.
  const windows = new Map<string, Window>();
  const length = rateLimit.windowSeconds * 1000;

  const open = (bucket: string, time: number): Window => {
    // Removes expired windows, so that the addresses of unknown callers do not accumulate.
    for (const [name, { end }] of windows) {
      if (end > time) break;
      windows.delete(name);
    }
    const window = { end: time + length, resetAt: Math.ceil((wallClock() + length) / 1000), used: 0 };
    windows.set(bucket, window);
    return window;
  };

  return {
    take(bucket, limit) {
      const time = now();
      const known = windows.get(bucket);
      const window = known && known.end > time ? known : open(bucket, time);
      const allowed = window.used < limit;
      if (allowed) window.used++;
      return {
        allowed,
        // An operator may have lowered the limit of a team within its window.
        remaining: Math.max(0, limit - window.used),
        resetAt: window.resetAt,
        retryAfter: Math.max(1, Math.ceil((window.end - time) / 1000)),
      };
    },
  };
}
