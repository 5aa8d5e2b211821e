/** A server that gets many requests: side by side, and as fast as its rate limit allows. */
import type { CallBounds } from '#client/client';
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import { formatMilliseconds } from '../io/format.ts';
import type { Session } from '../session.ts';
import { type RatePacer, startRatePacer } from './rate-pacer.ts';
import { connect, type ServerConnection } from './server-connection.ts';

export interface PacedConnection extends Pick<ServerConnection, 'client' | 'url'> {
  readonly pace: RatePacer;
  /**
   * Sends a request when the rate limit allows it. That wait does not count towards the request's own time. Throws the
   * reason of `cancel`.
   */
  send<Result>(request: (bounds: CallBounds) => Promise<Result>, cancel: AbortSignal): Promise<Result>;
}

/** The default number of concurrent requests. */
const defaultConcurrency = 8;

/** Rejections of one request, each after the wait that the server requested. Beyond this, waiting does not help. */
const maxRateLimitedTries = 20;

/** A wait that looks as if nothing happened, in milliseconds. */
const notedWaitMs = 3_000;

interface PacedOptions {
  readonly concurrency: number | undefined;
  readonly localAlternative: string;
}

/** Throws what `connect` throws. */
export async function connectPaced(
  session: Session,
  { concurrency = defaultConcurrency, localAlternative }: PacedOptions,
): Promise<PacedConnection> {
  const pace = startRatePacer({ maxConcurrency: concurrency });
  const { client, url, timeoutMs } = await connect(session, {
    isPaced: true,
    onResponse: pace.seen,
    localAlternative,
  });
  let isNoted = false;
  return {
    client,
    url,
    pace,
    async send(request, cancel) {
      for (let rejections = 0; ; rejections++) {
        const { wait } = pace;
        if (wait > notedWaitMs && !isNoted) {
          isNoted = true;
          session.terminal.note(`Waiting ${formatMilliseconds(wait)}: the server limits requests a minute.`);
        }
        await pace.take(cancel);
        const deadline = new Deadline(timeoutMs, cancel);
        try {
          return await request({ signal: deadline.signal, end: performance.now() + timeoutMs });
        } catch (error) {
          const isRateLimited = error instanceof Failure && error.code === 'rate_limited';
          if (!isRateLimited || rejections >= maxRateLimitedTries) throw error;
        } finally {
          deadline.close();
        }
      }
    },
  };
}
