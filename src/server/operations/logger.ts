/** Logs to stderr: JSON for machines, lines for a terminal. It never logs a body, a token or a signed query. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import { hideTokens } from '#contract/token';
import type { Config } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { isForOperators } from './operations-routes.ts';

/** The most characters that are kept until they can be written. Further lines are dropped. */
const maxUnwrittenBytes = 1_000_000;

export async function createLogger(
  level: Config['logLevel'],
  terminal: { readonly isTerminal: boolean; readonly colour: boolean },
): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal.isTerminal) {
    const stderr = pino.destination({ dest: 2, sync: true, maxLength: maxUnwrittenBytes });
    // A full disk or a reader that is gone: a server without a log is better than none, which would be restarted again and again.
    stderr.on('error', () => {});
    return pino(options, stderr);
  }
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination: 2,
    sync: true,
    colorize: terminal.colour,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return pino(options, stream);
}

/** The usual status for a client that disconnected before the response. It appears in logs and metrics only. */
const callerHungUp = 499;

/**
 * Writes one log line and updates the metrics when the response is sent or the client has disconnected. It names the
 * token by its id, and never logs a body, a token or a query, which may hold a signature.
 */
export function recordRequest(
  { metrics, log }: Pick<ServerContext, 'metrics' | 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const start = performance.now();
  reply.raw.once('close', () => {
    const ms = performance.now() - start;
    const route = request.routeOptions.url ?? 'unknown';
    const { method, id: requestId } = request;
    const status = reply.raw.writableFinished ? reply.statusCode : callerHungUp;
    metrics.requests.inc({ method, route, status });
    metrics.requestSeconds.observe({ route }, ms / 1000);
    const caller = (request as { caller?: FastifyRequest['caller'] }).caller;
    const facts = { requestId, method, path: loggedPath(request.url), status, ms: Math.round(ms) };
    const { trace } = request;
    const isQuiet = trace ? trace.isQuiet : isForOperators(request);
    log[isQuiet ? 'debug' : 'info'](
      {
        ...facts,
        correlation_id: trace?.id,
        team: caller?.team.id,
        token: caller?.tokenId,
        advice: request.advice,
      },
      'request',
    );
  });
}

const loggedPath = (url: string): string => hideTokens(url.split('?')[0] ?? '');
