/**
 * Notices when the system refuses the browser a process, a thread or a file. Chromium says so on stderr and nowhere
 * else: what a client of the protocol sees is a page that crashes or never opens, as if its document were to blame.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure } from '#contract/errors';
import { type SystemLimit, systemLimitFailure } from '#contract/files/system-limit';
import { withTimeout } from '../cdp/with-timeout.ts';

export interface Shortage {
  /**
   * Returns the failure of work that began at this time of `performance.now()`, if a limit was reached since, or not long
   * before: its page may be older.
   */
  since(time: number): Promise<Failure | undefined>;
  /** Resolves to that failure `ms` after the next time that a limit is reached. The signal ends the wait. */
  next(ms: number, signal: AbortSignal): Promise<Failure>;
  /**
   * Resolves like the work, or throws that failure if a limit is reached meanwhile, or was not long before, and the work
   * does not end soon: a page whose process or thread could not be started never answers. Work of any length is given up
   * only when `answers`, which is always short, does not settle either.
   */
  race<Result>(work: Promise<Result>, answers?: () => Promise<unknown>): Promise<Result>;
  /** Takes what the browser has written. */
  read(stderr: string): void;
}

/** Milliseconds: an idle page is closed after this time, so none in use is much older. */
const pageMs = 60_000;
/** Milliseconds in which stderr is read after the event that it explains. */
const stderrMs = 50;
/** Milliseconds that short work may still take after the system has refused its browser something. */
const refusedMs = 2_000;
/** Milliseconds between two questions whether a page still answers. */
const askAgainMs = 1_000;

export function watchShortage(): Shortage {
  let last: { readonly at: number; readonly limit: SystemLimit } | undefined;
  const waiting = new Set<() => void>();
  const failure = () => systemLimitFailure(last?.limit ?? 'processes');

  /** Counts the last time too if it was after `from`, on the clock of `performance.now()`. */
  function limitReached(ms: number, signal: AbortSignal, from: number): Promise<Failure> {
    const { promise, resolve } = Promise.withResolvers<Failure>();
    let timer: NodeJS.Timeout | undefined;
    const noticed = () => {
      waiting.delete(noticed);
      timer = setTimeout(() => resolve(failure()), ms).unref();
    };
    if (last && last.at >= from) noticed();
    else waiting.add(noticed);
    signal.addEventListener('abort', () => {
      waiting.delete(noticed);
      clearTimeout(timer);
    });
    return promise;
  }

  return {
    async since(time) {
      const isDue = () => last !== undefined && last.at >= time - pageMs;
      // A crash is reported by another pipe, which may be read first.
      if (!isDue()) await delay(stderrMs);
      return isDue() ? failure() : undefined;
    },
    next: (ms, signal) => limitReached(ms, signal, Number.POSITIVE_INFINITY),
    async race(work, answers) {
      // It may still fail when it is no longer awaited.
      work.catch(() => {});
      const isOver = new AbortController();
      const refuse = async (): Promise<never> => {
        const reason = await limitReached(refusedMs, isOver.signal, performance.now() - pageMs);
        const isAnswered = async () => answers && (await withTimeout(refusedMs, answers().then(yes, yes)));
        while (!isOver.signal.aborted && (await isAnswered()))
          await delay(askAgainMs, undefined, { ref: false });
        throw reason;
      };
      const refused = refuse();
      refused.catch(() => {});
      try {
        return await Promise.race([work, refused]);
      } finally {
        isOver.abort();
      }
    },
    read(stderr) {
      const limit = findShortage(stderr);
      if (!limit) return;
      last = { at: performance.now(), limit };
      for (const noticed of waiting) noticed();
    },
  };
}

const yes = () => true;

/** `base/threading/platform_thread_posix.cc`, `content/zygote/zygote_linux.cc` and every `PLOG` of EMFILE. */
export function findShortage(stderr: string): SystemLimit | undefined {
  const errors = stderr
    .split('\n')
    .filter((line) => /ERROR:|FATAL:/.test(/^\[[^\]]*\]/.exec(line)?.[0] ?? ''));
  if (errors.some((line) => /Too many open files/.test(line))) return 'files';
  const isRefused = (line: string) => /Resource temporarily unavailable|could not fork/.test(line);
  return errors.some(isRefused) ? 'processes' : undefined;
}
