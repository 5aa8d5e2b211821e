/** The endpoints for operators and their monitoring: liveness, readiness, version, metrics. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Deadline } from '../../core/deadline.ts';
import type { ServerContext } from '../context.ts';

/** Milliseconds for which a result of `/readyz` is cached, so that probes cost little. */
const cached = 2_000;
/** Consecutive failed checks before the server reports it: one slow moment is not an outage. */
const strikes = 2;
/** In bytes. Below this a PDF may not fit on the disk. */
const minFreeDiskBytes = 100 * 1024 * 1024;
const probeLimitMs = 1_500;

type Checks = Readonly<Record<'browser' | 'database' | 'disk', string>>;

const paths = ['/healthz', '/readyz', '/version', '/metrics'];

/** These routes respond during shutdown too, and are not logged. */
export const isForOperators = ({ routeOptions }: FastifyRequest): boolean =>
  paths.includes(routeOptions.url ?? '');

export function addOperationsRoutes(app: FastifyInstance, context: ServerContext): void {
  // The browser does not matter for liveness: a working server must not be restarted because of it.
  app.get('/healthz', async () => ({ status: 'ok' }));

  let checkedAt = Number.NEGATIVE_INFINITY;
  let last: Checks = { browser: 'starting', database: 'ok', disk: 'ok' };
  let failed = strikes;
  app.get('/readyz', async (_request, reply) => {
    if (performance.now() - checkedAt > cached) {
      checkedAt = performance.now();
      last = await check(context);
      failed = isReady(last) ? 0 : failed + 1;
    }
    const isStopping = context.isStopping();
    const ready = failed < strikes && !isStopping;
    const status = ready ? 'ready' : isStopping ? 'stopping' : 'not ready';
    return reply.status(ready ? 200 : 503).send({ status, checks: last });
  });

  app.get('/version', async () => ({ version: context.version, api: 'v1', node: process.version }));

  app.get('/metrics', async (_request, reply) => {
    const { registry } = context.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const isReady = (checks: Checks): boolean => Object.values(checks).every((state) => state === 'ok');

/** Contains only messages of this server, because anyone who can reach the port can read them. */
async function check({ browserPool, store, config }: ServerContext): Promise<Checks> {
  const deadline = new Deadline(probeLimitMs);
  try {
    const [browser, disk] = await Promise.all([
      browserPool.probe(deadline).then(
        () => 'ok',
        () => {
          const { reason } = browserPool.status();
          return reason === undefined ? 'not ready' : `not ready: ${reason}`;
        },
      ),
      statfs(config.dataDir).then(
        ({ bavail, bsize }) => (bavail * bsize > minFreeDiskBytes ? 'ok' : 'almost full'),
        () => 'unknown',
      ),
    ]);
    return { browser, disk, database: (await isWritable(store)) ? 'ok' : 'not writable' };
  } finally {
    deadline.close();
  }
}

async function isWritable(store: ServerContext['store']): Promise<boolean> {
  try {
    await store.checkWritable();
    return true;
  } catch {
    return false;
  }
}
