/** One line a request, and its figures. Never a body, a token or a query, which may hold a signature. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForOperators } from './routes/operations.ts';
import type { ServerTools } from './tools.ts';

/** What others use for "the caller hung up before the answer". It is in logs and figures only. */
const callerHungUp = 499;

/** When its answer is sent, or nobody is there to get it. */
export function recordRequest(
  { metrics, log }: Pick<ServerTools, 'metrics' | 'log'>,
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
      { requestId, method, path: request.url.split('?')[0], status, ms: Math.round(ms), team },
      'request',
    );
  });
}
