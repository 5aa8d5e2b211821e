/** The endpoints for operators and their monitoring: liveness, readiness, version, metrics. */
import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Deadline } from '../../core/deadline.ts';
import { maxClockOffsetMs } from '../../store/database/postgres/database-clock.ts';
import type { ServerContext } from '../context.ts';

/** Milliseconds for which a result of `/readyz` is cached, so that probes cost little. */
const cachedMs = 2_000;
/** The same while the server is not ready, so that a balancer learns at once when it is. */
const cachedNotReadyMs = 100;
/** Consecutive failed checks before the server reports it: one slow moment is not an outage. */
const strikes = 2;
/** In bytes. Below this a PDF may not fit on the disk. */
const minFreeDiskBytes = 100 * 1024 * 1024;
const probeLimitMs = 1_500;

type Checks = Readonly<Record<'browser' | 'database' | 'disk', string>> & {
  /** Where servers share a database, and while the clock is not trusted. */
  readonly clock?: string;
};

const paths = ['/healthz', '/readyz', '/version', '/metrics'];

/** These routes respond during shutdown too, and are not logged. */
export const isForOperators = ({ routeOptions }: FastifyRequest): boolean =>
  paths.includes(routeOptions.url ?? '');

export function addOperationsRoutes(app: FastifyInstance, context: ServerContext): void {
  // The browser does not matter for liveness: a working server must not be restarted because of it.
  app.get('/healthz', async () => ({ status: 'ok' }));

  const checkAgain = startChecks(context);
  app.get('/readyz', async (_request, reply) => {
    const { checks, isReady } = await checkAgain();
    const isStopping = context.isDraining();
    const status = isStopping ? 'stopping' : isReady ? 'ready' : 'not ready';
    return reply.status(status === 'ready' ? 200 : 503).send({ status, checks });
  });

  app.get('/version', async () => ({ version: context.version, api: 'v1', node: process.version }));

  app.get('/metrics', async (_request, reply) => {
    const { registry } = context.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Returns a function that checks at most as often as the results are cached, once for all who ask meanwhile. */
function startChecks(
  context: ServerContext,
): () => Promise<{ readonly checks: Checks; readonly isReady: boolean }> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let failed = strikes;
  let last: Promise<{ readonly checks: Checks; readonly isReady: boolean }> | undefined;
  const checkNow = async () => {
    const checks = await check(context);
    failed = Object.values(checks).every((state) => state === 'ok') ? 0 : failed + 1;
    checkedAt = performance.now();
    return { checks, isReady: failed < strikes };
  };
  return async () => {
    const age = performance.now() - checkedAt;
    if (!last || age > (failed < strikes ? cachedMs : cachedNotReadyMs)) {
      checkedAt = Number.POSITIVE_INFINITY;
      last = checkNow();
    }
    return await last;
  };
}

/** Contains only messages of this server, because anyone who can reach the port can read them. */
async function check(context: ServerContext): Promise<Checks> {
  const { browserPool, store, config } = context;
  const deadline = new Deadline(probeLimitMs);
  try {
    const [browser, database, disk] = await Promise.all([
      browserPool.probe(deadline).then(
        () => 'ok',
        () => {
          const { reason } = browserPool.status();
          return reason === undefined ? 'not ready' : `not ready: ${reason}`;
        },
      ),
      deadline.race('asking the database', store.checkWritable()).then(
        () => 'ok',
        () => 'not writable',
      ),
      statfs(config.dataDir).then(
        ({ bavail, bsize }) => (bavail * bsize > minFreeDiskBytes ? 'ok' : 'almost full'),
        () => 'unknown',
      ),
    ]);
    return { browser, database, disk, ...clockCheck(store) };
  } finally {
    deadline.close();
  }
}

function clockCheck({ clock, postgres }: ServerContext['store']): Pick<Checks, 'clock'> {
  if (clock.state === 'ahead')
    return { clock: `${clock.offsetDays} days ahead of the last run, and not confirmed` };
  if (!postgres) return {};
  const { offsetMs } = postgres.clock;
  const isRight = Math.abs(offsetMs) <= maxClockOffsetMs;
  return { clock: isRight ? 'ok' : `${Math.round(Math.abs(offsetMs) / 1000)} s off that of the database` };
}
