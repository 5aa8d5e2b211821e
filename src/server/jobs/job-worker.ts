/**
 * Runs the rows of jobs on this node, a few at a time. It looks for work when a job is started here, and regularly for
 * what other nodes were given or have left. Requests whose clients wait keep most of the workers.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Failure } from '#contract/errors';
import { rowLeaseMs } from '#store/jobs/job-claims';
import type { ClaimedRow } from '#store/jobs/job-records';
import type { Store } from '#store/store';
import { oneAtATime } from '../operations/one-at-a-time.ts';

export interface JobWorker {
  /** Looks for work immediately instead of at the next round. */
  poke(): void;
  /** Aborts the rows of a job that run here. Rows elsewhere end when their lease is renewed. */
  abort(jobId: string): void;
  /** Begins no more rows, aborts the running ones, which are not charged, and waits until they are given back. */
  close(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly store: Pick<Store, 'jobs'>;
  /** Rows that run at the same time. */
  readonly places: number;
  /** Runs a row and stores how it ended. Rejects if that could not be stored; the row is then claimed again later. */
  readonly run: (row: ClaimedRow, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Milliseconds between two looks, while any job is unfinished and otherwise. */
const busyMs = 1_000;
const idleMs = 5_000;

/** The reason of an abort after which a row no longer belongs to this node. */
export const rowLost = new Failure(
  'lease_expired',
  'The row was cancelled, or another server has taken it over.',
);

export function startJobWorker({ store, places, run, now, log }: JobWorkerOptions): JobWorker {
  const { claims } = store.jobs;
  const running = new Map<
    ClaimedRow,
    { readonly controller: AbortController; readonly end: Promise<void> }
  >();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const runRow = async (row: ClaimedRow, controller: AbortController) => {
    const renewal = setInterval(() => {
      claims.renew(row.claim).then(
        (isMine) => isMine || controller.abort(rowLost),
        // If this lasts, the lease ends, and the charge is refused.
        (error) => log.warn({ err: error, jobId: row.job.id }, 'the lease of a row could not be renewed'),
      );
    }, rowLeaseMs / 4);
    try {
      await run(row, controller.signal);
    } catch (error) {
      log.error(
        { err: error, jobId: row.job.id, row: row.claim.number },
        'how a row ended could not be stored; it will be run again',
      );
    } finally {
      clearInterval(renewal);
      running.delete(row);
      poke();
    }
  };
  const fill = async () => {
    while (!isClosed && running.size < places) {
      const row = await claims.next(now());
      if (!row) return;
      const controller = new AbortController();
      // The server began to stop meanwhile; the row gives itself back.
      if (isClosed) controller.abort(serverStopping());
      running.set(row, { controller, end: runRow(row, controller) });
    }
  };
  const look = async () => {
    try {
      await fill();
      const isBusy = running.size > 0 || (await claims.hasWork());
      schedule(isBusy ? busyMs : idleMs);
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'jobs could not be read; this will be retried');
      schedule(idleMs);
    }
  };
  /** Not all nodes at the same moment. */
  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(poke, ms * (0.75 + Math.random() / 2));
    timer.unref();
  };
  const { run: poke, stop } = oneAtATime(look);

  return {
    poke,
    abort(jobId) {
      for (const [{ job }, { controller }] of running) if (job.id === jobId) controller.abort(rowLost);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { controller } of running.values()) controller.abort(serverStopping());
      await stop();
      await Promise.all([...running.values()].map(({ end }) => end));
    },
  };
}

const serverStopping = () => new Failure('server_stopping', 'The server is stopping.');
