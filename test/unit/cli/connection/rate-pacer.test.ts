/** Staying within a server's rate limit by the headers of its responses. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRatePacer } from '../../../../src/cli/connection/rate-pacer.ts';

const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const start = (maxConcurrency = 8) => startRatePacer({ maxConcurrency, now: () => Date.now() });

/** A response of a server whose clock is `skew` seconds ahead of the local one. */
const answer = (
  remaining: number,
  resetIn: number,
  { status = 200, skew = 0, limit = 10, retryAfter = 0 } = {},
) => ({
  status,
  headers: {
    date: new Date(Date.now() + skew * 1000).toUTCString(),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + resetIn + skew),
    ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}),
  },
});

async function isFree(pace: ReturnType<typeof start>): Promise<boolean> {
  let free = false;
  void pace.take(signal).then(() => {
    free = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return free;
}

it('sends requests until none is left, waits for the end of the window, and continues with a full one', async () => {
  const pace = start();
  await pace.take(signal);
  pace.seen(answer(2, 30));
  expect([await isFree(pace), await isFree(pace), await isFree(pace), await isFree(pace)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(pace.wait).toBeGreaterThan(29_000);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(pace.wait).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(2_000);
  // The waiting requests come first. No request waits until a response reports the end of the new window.
  const free = [];
  for (let i = 0; i < 9; i++) free.push(await isFree(pace));
  expect(free).toEqual(Array(9).fill(true));
});

it('counts the requests of other clients that share the limit', async () => {
  const pace = start();
  for (let i = 0; i < 3; i++) await pace.take(signal);
  pace.seen(answer(9, 30));
  pace.seen(answer(1, 30));
  expect([await isFree(pace), await isFree(pace)]).toEqual([true, false]);
});

it('a response out of sequence does not raise the remainder', async () => {
  const pace = start();
  await pace.take(signal);
  pace.seen(answer(0, 30));
  pace.seen(answer(5, 30));
  expect(await isFree(pace)).toBe(false);
});

it('allows for a server clock that differs', async () => {
  const pace = start();
  await pace.take(signal);
  pace.seen(answer(0, 30, { skew: -7200 }));
  expect(pace.wait).toBeGreaterThan(29_000);
  expect(pace.wait).toBeLessThan(32_000);
});

it('waits as long as a 429 demands, and lowers the concurrency', async () => {
  const pace = start();
  for (let i = 0; i < 20; i++) pace.seen(answer(9, 30));
  const before = pace.concurrency;
  pace.seen(answer(0, 30, { status: 429, retryAfter: 12 }));
  expect(pace.concurrency).toBe(before / 2);
  expect(await isFree(pace)).toBe(false);
  await vi.advanceTimersByTimeAsync(12_100);
  expect(pace.wait).toBe(0);
});

it('starts low, grows with successful responses, shrinks while the server is busy, and stays within its bounds', () => {
  const pace = start(4);
  expect(pace.concurrency).toBe(2);
  for (let i = 0; i < 50; i++) pace.seen({ status: 200, headers: {} });
  expect(pace.concurrency).toBe(4);
  for (let i = 0; i < 50; i++) pace.seen({ status: 503, headers: {} });
  expect(pace.concurrency).toBe(1);
  expect(start(1).concurrency).toBe(1);
});

it('never waits if the server reports no limit', async () => {
  const pace = start();
  for (let i = 0; i < 1000; i++) {
    await pace.take(signal);
    pace.seen({ status: 200, headers: {} });
  }
  expect(pace.wait).toBe(0);
});

it('an aborted wait ends', async () => {
  const pace = start();
  pace.seen(answer(0, 30));
  const controller = new AbortController();
  const taken = pace.take(controller.signal);
  controller.abort(new Error('enough'));
  await expect(taken).rejects.toThrow('enough');
});
