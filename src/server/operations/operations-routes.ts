/** The endpoints for operators and their monitoring: liveness, readiness, version, metrics. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { Readiness } from './readiness.ts';

const paths = ['/healthz', '/readyz', '/version', '/metrics'];

/** These routes respond during shutdown too, and are not logged. */
export const isForOperators = ({ routeOptions }: FastifyRequest): boolean =>
  paths.includes(routeOptions.url ?? '');

export function addOperationsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { readiness, hasVersion }: { readonly readiness: Readiness; readonly hasVersion: boolean },
): void {
  // The browser does not matter for liveness: a working server must not be restarted because of it.
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const { checks, isReady } = await readiness.ask();
    const isStopping = context.isDraining();
    const status = isStopping ? 'stopping' : isReady ? 'ready' : 'not ready';
    return reply.status(status === 'ready' ? 200 : 503).send({ status, checks });
  });

  if (hasVersion) {
    app.get('/version', async () => ({ version: context.version, api: 'v1', node: process.version }));
  }

  app.get('/metrics', async (_request, reply) => {
    const { registry } = context.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
