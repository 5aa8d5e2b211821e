/** Whether this server can work: its browser, its database, its disk and its clock. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Failure } from '#contract/errors';
import { Deadline } from '#runtime/deadline';
import { maxClockOffsetMs } from '#store/database/database-clock';
import type { ServerContext } from '../context.ts';

/** Milliseconds between two checks of the schedule. */
const scheduledMs = 5_000;
/** Milliseconds for which a result of `/readyz` is cached, so that probes cost little. */
const cachedMs = 2_000;
/** The same while the server is not ready, so that a balancer learns at once when it is. */
const cachedNotReadyMs = 100;
/** Milliseconds after a check without an answer. */
const slowMs = 500;
/** Consecutive checks without an answer before the server reports it: one slow moment is not an outage. */
const strikes = 2;
/** In bytes. Below this a PDF may not fit on the disk. */
const minFreeDiskBytes = 100 * 1024 * 1024;
const probeLimitMs = 1_500;

type Checks = Readonly<Record<'browser' | 'database' | 'disk', string>> & {
  /** Where servers share a database, and while the clock is not trusted. */
  readonly clock?: string;
};

interface ReadinessResult {
  readonly checks: Checks;
  readonly isReady: boolean;
}

export interface Readiness {
  /** Does not reject. */
  ask(): Promise<ReadinessResult>;
  stop(): void;
}

/**
 * Checks on a schedule, so that the log has what no balancer asked for, and when it is asked after the last result is out of
 * date: once for all who ask meanwhile.
 */
export function startReadiness(context: ServerContext): Readiness {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let failed = strikes;
  let wasReady: boolean | undefined;
  let last: Promise<ReadinessResult> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const askDisk = diskProbe(context.config.dataDir);
  const checkNow = async () => {
    const results = await check(context, askDisk);
    const states = Object.values(results);
    const isSlow = states.some((state) => state === noAnswer);
    // A check that failed will fail again, so load balancers see it immediately; one that has not answered may only be slow.
    if (states.every((state) => state === 'ok')) failed = 0;
    else failed = states.every((state) => state === 'ok' || state === noAnswer) ? failed + 1 : strikes;
    const isReady = failed < strikes;
    checkedAt = performance.now();
    if (wasReady === true && !isReady) context.log.warn({ checks: results }, 'not ready');
    if (wasReady === false && isReady) context.log.info('ready again');
    wasReady = isReady;
    schedule(isSlow ? slowMs : scheduledMs);
    return { checks: results, isReady };
  };
  const start = () => {
    checkedAt = Number.POSITIVE_INFINITY;
    last = checkNow();
    return last;
  };
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(start, ms);
    timer.unref();
  };
  schedule(scheduledMs);
  return {
    async ask() {
      const age = performance.now() - checkedAt;
      return await (!last || age > (failed < strikes ? cachedMs : cachedNotReadyMs) ? start() : last);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const noAnswer = `no answer within ${probeLimitMs / 1000} s`;

/** Contains only messages of this server, because anyone who can reach the port can read them. */
async function check(context: ServerContext, askDisk: () => Promise<StatsFs>): Promise<Checks> {
  const { browserPool, store } = context;
  const deadline = new Deadline(probeLimitMs);
  const unless = (failure: () => string) => (error: unknown) =>
    error instanceof Failure && error.code === 'timeout' ? noAnswer : failure();
  try {
    const [browser, database, disk] = await Promise.all([
      browserPool.probe(deadline).then(
        () => 'ok',
        unless(() => {
          const { reason } = browserPool.status();
          return reason === undefined ? 'not ready' : `not ready: ${reason}`;
        }),
      ),
      deadline.race('asking the database', store.checkWritable()).then(
        () => 'ok',
        unless(() => 'not writable'),
      ),
      deadline.race('asking the disk', askDisk()).then(
        ({ bavail, bsize }) => (bavail * bsize > minFreeDiskBytes ? 'ok' : 'almost full'),
        unless(() => 'unknown'),
      ),
    ]);
    return { browser, database, disk, ...clockCheck(store) };
  } finally {
    deadline.close();
  }
}

/**
 * Measures the space on the disk of a folder. On a mount that hangs this never ends, and holds one of the few threads of
 * Node.js for files: one question at a time.
 */
function diskProbe(folder: string): () => Promise<StatsFs> {
  let asked: Promise<StatsFs> | undefined;
  return async () => {
    asked ??= statfs(folder).finally(() => {
      asked = undefined;
    });
    return await asked;
  };
}

function clockCheck({ clock, postgres }: ServerContext['store']): Pick<Checks, 'clock'> {
  if (clock.state === 'ahead')
    return { clock: `${clock.offsetDays} days ahead of the last run, and not confirmed` };
  if (!postgres) return {};
  const { offsetMs } = postgres.clock;
  const isRight = Math.abs(offsetMs) <= maxClockOffsetMs;
  return { clock: isRight ? 'ok' : `${Math.round(Math.abs(offsetMs) / 1000)} s off that of the database` };
}
