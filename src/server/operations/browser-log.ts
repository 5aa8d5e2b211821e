/** Logs the state of the server's browser: which one starts, how old it is, and why one does not start. */
import type { FastifyBaseLogger } from 'fastify';
import type { BrowserFacts } from '#browser/browser';
import { browserAge, describeBrowserAge } from '#browser/install/browser-age';
import type { Failure } from '#contract/errors';

export interface BrowserLog {
  readonly onStart: (facts: BrowserFacts) => void;
  readonly onStartFailure: (failure: Failure) => void;
  readonly onLost: (reason: string) => void;
  readonly onRefused: (failure: Failure) => void;
  close(): void;
}

export interface BrowserLogOptions {
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
}

/** In milliseconds. A browser starts in a fraction of a second; a slow machine unpacks it first, which takes 3 s. */
const maxSilentMs = 5_000;
/**
 * In milliseconds. The same reason is logged again only after this time, since a start is attempted every 30 s in the
 * long run.
 */
const repeatMs = 10 * 60_000;

export function startBrowserLog({ log, now }: BrowserLogOptions): BrowserLog {
  let lastReason: string | undefined;
  let lastAt = 0;
  let refusedAt = 0;
  const silence = setTimeout(() => {
    log.warn(`the browser has not started within ${maxSilentMs / 1000} s; documents are waiting for it`);
  }, maxSilentMs).unref();
  return {
    onStart({ version, path, sandbox }) {
      clearTimeout(silence);
      lastReason = undefined;
      const age = browserAge(version, now());
      const facts = { version, path, sandbox, weeks: age?.weeks };
      if (age?.isOld) log.warn(facts, `the browser is running; it was ${describeBrowserAge(age)}`);
      else log.info(facts, 'the browser is running');
    },
    onStartFailure({ code, message, hint }) {
      clearTimeout(silence);
      const time = now().getTime();
      if (message === lastReason && time - lastAt < repeatMs) return;
      [lastReason, lastAt] = [message, time];
      log.error({ code, reason: message, hint }, 'the browser does not start; retrying');
    },
    onLost: (reason) =>
      log.warn({ reason }, 'the browser has ended; its documents are printed again in another one'),
    onRefused({ code, message }) {
      const time = now().getTime();
      if (time - refusedAt < repeatMs) return;
      refusedAt = time;
      log.warn(
        { code, reason: message },
        'the system refuses the browser what it needs; documents are tried again',
      );
    },
    close: () => clearTimeout(silence),
  };
}
