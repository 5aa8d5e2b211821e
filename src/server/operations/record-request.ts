/**
 * Writes one log line per request and updates its metrics. It never logs a body, a token or a query, which may hold a
 * signature.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hideTokens } from '#contract/token';
import type { ServerContext } from '../context.ts';
import { isForOperators } from './operations-routes.ts';

/** The usual status for a client that disconnected before the response. It appears in logs and metrics only. */
const callerHungUp = 499;

/** Runs when the response is sent or the client has disconnected. */
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
    const team = (request as { caller?: FastifyRequest['caller'] }).caller?.team.id;
    log[isForOperators(request) ? 'debug' : 'info'](
      { requestId, method, path: loggedPath(request.url), status, ms: Math.round(ms), team },
      'request',
    );
  });
}

const loggedPath = (url: string): string => hideTokens(url.split('?')[0] ?? '');
