/**
 * Threads that fill untrusted templates, as a second barrier behind the template engine's own limits. Any template ends
 * in time and within its memory, and the main thread keeps responding meanwhile.
 */
import { availableParallelism } from 'node:os';
import { Failure } from '#contract/errors';
import { serializeData } from '#runtime/serialize-data';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { TemplateRuntimeError } from '#twig';
import type { Fill, Filled } from './fill.ts';
import type { FillTask } from './fill-worker.ts';

export interface FillPoolOptions {
  /** Defaults to one per core. */
  readonly workers?: number;
  /** Hard limit per job, in milliseconds. The engine's own limits apply first and report a line. */
  readonly limitMs?: number;
  /** Heap limit of each thread, in MB. The memory that the engine's limits allow one job fits into the default. */
  readonly memoryMb?: number;
}

export interface FillPool {
  /**
   * Also throws a `TemplateRuntimeError` if a job exceeds a limit of the thread, and `interrupted` if the pool is
   * closed.
   */
  readonly fill: Fill;
  /** Ends all threads; running and waiting jobs fail. */
  close(): Promise<void>;
}

export function startFillPool({
  workers = availableParallelism(),
  limitMs = threadLimits.fill.limitMs,
  memoryMb = threadLimits.fill.memoryMb,
}: FillPoolOptions = {}): FillPool {
  const pool = startWorkerPool<FillTask, Filled>({
    ...threadBeside(import.meta.url, 'fill'),
    memoryMb,
    maxWorkers: workers,
    isEager: true,
    closedError: () => new Failure('interrupted', 'Templates are no longer filled: this process is ending.'),
  });
  /** The position in the template is unknown, because the blocked thread cannot report it. */
  const limitExceeded = ({ limit }: WorkerLimitError): TemplateRuntimeError => {
    const amount =
      limit === 'time'
        ? `takes longer than ${limitMs} milliseconds (time bound)`
        : `takes more than ${memoryMb} MB of memory (memory bound)`;
    const place = { part: 'template', template: null, line: 1, column: 1 };
    return new TemplateRuntimeError(place, `The template ${amount}.`);
  };
  return {
    async fill(job, deadline) {
      deadline.check(step);
      const task = { ...job, data: serializeData(job.data, memoryMb / 4) };
      const { signal } = deadline;
      try {
        // The deadline rejects first and the thread ends with it, because both listen to the same signal.
        return await deadline.race(step, pool.run(task, { limitMs, signal }));
      } catch (error) {
        throw error instanceof WorkerLimitError ? limitExceeded(error) : error;
      }
    },
    close: () => pool.close(),
  };
}

const step = 'filling the template';
