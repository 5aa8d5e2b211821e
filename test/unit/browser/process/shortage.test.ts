/** What Chromium writes to stderr when the system refuses it something. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { findShortage, watchShortage } from '../../../../src/browser/process/shortage.ts';

const thread =
  '[1128/044337.2:ERROR:../base/threading/platform_thread_posix.cc:162] pthread_create: Resource temporarily unavailable (11)\n';

it.each([
  [thread, 'processes'],
  [
    '[9:9:1128/0.1:ERROR:content/zygote/zygote_linux.cc:623] Zygote could not fork: process_type renderer\n',
    'processes',
  ],
  ['[9:1128/0.1:FATAL:base/posix/unix_domain_socket.cc:30] socketpair: Too many open files (24)\n', 'files'],
  ['[9:1128/0.1:ERROR:dbus/bus.cc:408] Failed to connect to the bus\n', undefined],
  // A page cannot write such a line: what it logs is no error of the browser.
  ['[9:1128/0.1:INFO:CONSOLE(1)] "pthread_create: Resource temporarily unavailable"\n', undefined],
  ['', undefined],
])('%j is a shortage of %s', (stderr, limit) => {
  expect(findShortage(stderr)).toBe(limit);
});

it('explains work that began before a shortage, or soon after it on a page that is older', async () => {
  const shortage = watchShortage();
  const before = performance.now();
  expect(await shortage.since(before)).toBeUndefined();
  // The line may arrive after the crash that it explains.
  const explained = shortage.since(before);
  shortage.read(thread);
  expect(await explained).toMatchObject({ code: 'system_limit' });
  expect(await shortage.since(before + 30_000)).toMatchObject({
    code: 'system_limit',
    message: expect.stringMatching(/ulimit -u/),
  });
  expect(await shortage.since(before + 120_000)).toBeUndefined();
});

it('gives up short work that does not end soon after a limit was reached, also one just before', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const shortage = watchShortage();
  const never = new Promise<never>(() => {});
  const during = shortage.race(never).catch((error) => error.code);
  const done = shortage.race(delay(100, 'done'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await done).toBe('done');
  shortage.read(thread);
  const after = shortage.race(never).catch((error) => error.code);
  const quick = shortage.race(Promise.resolve('quick'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([await during, await after, await quick]).toEqual(['system_limit', 'system_limit', 'quick']);
  await vi.advanceTimersByTimeAsync(60_000);
  const late = shortage.race(delay(20_000, 'late'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await late).toBe('late');
});

const delay = <Value>(ms: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), ms));
