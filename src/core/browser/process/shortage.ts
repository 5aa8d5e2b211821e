/**
 * Notices when the system refuses the browser a process, a thread or a file. Chromium says so on stderr and nowhere
 * else: what a client of the protocol sees is a page that crashes or never opens, as if its document were to blame.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '../../../contract/errors.ts';
import { type SystemLimit, systemLimitFailure } from '../../../contract/files/system-limit.ts';

export interface Shortage {
  /**
   * Returns the failure of work that began at this time of `performance.now()`, if a limit was reached since, or not long
   * before: its page may be older.
   */
  since(time: number): Promise<Failure | undefined>;
  /** Resolves to that failure `ms` after the next time that a limit is reached. The signal ends the wait. */
  next(ms: number, signal: AbortSignal): Promise<Failure>;
  /** Takes what the browser has written. */
  read(stderr: string): void;
}

/** Milliseconds: an idle page is closed after this time, so none in use is much older. */
const pageMs = 60_000;
/** Milliseconds in which stderr is read after the event that it explains. */
const stderrMs = 50;

export function watchShortage(): Shortage {
  let last: { readonly at: number; readonly limit: SystemLimit } | undefined;
  const waiting = new Set<() => void>();
  const failure = () => systemLimitFailure(last?.limit ?? 'processes');
  return {
    async since(time) {
      const isDue = () => last !== undefined && last.at >= time - pageMs;
      // A crash is reported by another pipe, which may be read first.
      if (!isDue()) await delay(stderrMs);
      return isDue() ? failure() : undefined;
    },
    next(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<Failure>();
      let timer: NodeJS.Timeout | undefined;
      const noticed = () => {
        waiting.delete(noticed);
        timer = setTimeout(() => resolve(failure()), ms).unref();
      };
      waiting.add(noticed);
      signal.addEventListener('abort', () => {
        waiting.delete(noticed);
        clearTimeout(timer);
      });
      return promise;
    },
    read(stderr) {
      const limit = findShortage(stderr);
      if (!limit) return;
      last = { at: performance.now(), limit };
      for (const noticed of waiting) noticed();
    },
  };
}

/** `base/threading/platform_thread_posix.cc`, `content/zygote/zygote_linux.cc` and every `PLOG` of EMFILE. */
export function findShortage(stderr: string): SystemLimit | undefined {
  const errors = stderr
    .split('\n')
    .filter((line) => /ERROR:|FATAL:/.test(/^\[[^\]]*\]/.exec(line)?.[0] ?? ''));
  if (errors.some((line) => /Too many open files/.test(line))) return 'files';
  const isRefused = (line: string) => /Resource temporarily unavailable|could not fork/.test(line);
  return errors.some(isRefused) ? 'processes' : undefined;
}
