/** The metrics of jobs. What waits and runs is that of all servers of the database, so each of them reports the same. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { Deadline } from '#runtime/deadline';
import type { JobBacklog } from '#store/jobs/job-backlog';

/** A function that reads them, undefined until the server has started. */
export type ReadBacklog = () => { readonly now: Date; readonly backlog: Promise<JobBacklog> } | undefined;

/** Milliseconds for the database. A response to a monitoring system must not wait for one that is away. */
const limitMs = 1_500;

/** Returns the counter of rows by outcome: finished, failed. */
export function addJobMetrics(registry: Registry, read: ReadBacklog): Counter<'outcome'> {
  const registers = [registry];
  let asked: ReturnType<typeof readInTime> | undefined;
  /** The three are collected for the same response, and ask the database once. */
  const readOnce = () => {
    asked ??= readInTime(read).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  const gauge = (name: string, help: string, value: 'waiting' | 'running' | 'seconds') =>
    new Gauge({
      name: `pdfapi_job_${name}`,
      help: `${help} NaN while the database is away.`,
      registers,
      async collect() {
        this.set((await readOnce())[value]);
      },
    });
  gauge('rows_waiting', 'Rows of jobs that no server has begun.', 'waiting');
  gauge('rows_running', 'Rows of jobs that servers have begun.', 'running');
  gauge('oldest_waiting_seconds', 'Age of the oldest job with waiting rows, 0 without any.', 'seconds');
  return new Counter({
    name: 'pdfapi_job_rows_total',
    help: 'Rows of jobs that ended on this server by outcome: finished, failed.',
    labelNames: ['outcome'] as const,
    registers,
  });
}

async function readInTime(read: ReadBacklog) {
  const asked = read();
  if (!asked) return { waiting: 0, running: 0, seconds: 0 };
  const deadline = new Deadline(limitMs);
  try {
    const { waiting, running, waitingSince } = await deadline.race('reading the jobs', asked.backlog);
    const since = waitingSince ?? asked.now;
    return { waiting, running, seconds: Math.max(0, asked.now.getTime() - since.getTime()) / 1000 };
  } catch {
    return { waiting: Number.NaN, running: Number.NaN, seconds: Number.NaN };
  } finally {
    deadline.close();
  }
}
