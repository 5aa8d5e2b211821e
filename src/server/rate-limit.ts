/** 60 requests a minute and team (api.md, section 8): a fixed window that opens with the first request. */
import { rateLimit } from '../contract/limits.ts';

export interface RateLimiter {
  /** Counts one request of a bucket, unless the window is full; refused requests do not count. */
  take(bucket: string): RateLimitState;
}

interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in whole seconds at which the window has ended. */
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

export interface RateLimitOptions {
  /** Requests per window. */
  readonly limit: number;
  /** Monotonic, so that a clock that is set cannot open or hold a window. Milliseconds. */
  readonly now?: () => number;
  readonly wallClock?: () => number;
}

export function startRateLimiter({
  limit,
  now = () => performance.now(),
  wallClock = Date.now,
}: RateLimitOptions): RateLimiter {
  // In the order in which they end, since all are of one length and a Map keeps the order of insertion.
  const windows = new Map<string, Window>();
  const length = rateLimit.windowSeconds * 1000;

  const open = (bucket: string, time: number): Window => {
    // Strangers' addresses do not pile up.
    for (const [name, { end }] of windows) {
      if (end > time) break;
      windows.delete(name);
    }
    const window = { end: time + length, resetAt: Math.ceil((wallClock() + length) / 1000), used: 0 };
    windows.set(bucket, window);
    return window;
  };

  return {
    take(bucket) {
      const time = now();
      const known = windows.get(bucket);
      const window = known && known.end > time ? known : open(bucket, time);
      const allowed = window.used < limit;
      if (allowed) window.used++;
      return {
        allowed,
        limit,
        remaining: limit - window.used,
        resetAt: window.resetAt,
        retryAfter: Math.max(1, Math.ceil((window.end - time) / 1000)),
      };
    },
  };
}
