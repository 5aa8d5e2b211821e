/**
 * Threads that fill untrusted templates, as a second barrier behind the template engine's own limits. Any template ends
 * in time and within its memory, and the main thread keeps responding meanwhile.
 */
import { availableParallelism } from 'node:os';
import { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../deadline.ts';
import type { Fill, Filled } from './fill.ts';
import { type FillMessage, toFillMessage } from './fill-message.ts';
import { type FillThread, startFillThread } from './fill-thread.ts';

export interface FillPoolOptions {
  /** Defaults to one per core. */
  readonly workers?: number;
  /** Hard limit per job, in milliseconds. The engine's own limits apply first and report a line. */
  readonly limitMs?: number;
  /**
   * Heap limit of each thread, in MB. The memory that the engine's limits allow one job fits into 512; with less, a
   * single allocation of more than 16 MB can end the whole process instead of the thread.
   */
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

interface Waiting {
  readonly order: FillMessage;
  readonly deadline: Deadline;
  readonly resolve: (filled: Promise<Filled>) => void;
  readonly reject: (error: Error) => void;
}

export function startFillPool({
  workers = availableParallelism(),
  limitMs = 3_000,
  memoryMb = 512,
}: FillPoolOptions = {}): FillPool {
  const threads = new Set<FillThread>();
  // The thread that worked last is reused first: its code and its templates are warm.
  const free: FillThread[] = [];
  const waiting: Waiting[] = [];
  const busy = new Set<FillThread>();
  let closed = false;

  const keepAlive = () => {
    for (const thread of threads) thread.keepAlive(waiting.length > 0 || busy.has(thread));
  };

  const start = () => {
    let started = false;
    const thread = startFillThread(
      { limitMs, memoryMb },
      {
        onFree: () => {
          started = true;
          busy.delete(thread);
          free.push(thread);
          next();
        },
        onEnd: (error) => {
          threads.delete(thread);
          busy.delete(thread);
          const index = free.indexOf(thread);
          if (index >= 0) free.splice(index, 1);
          if (closed) return;
          // A thread that failed to start is retried with the next job, not in a loop.
          if (started) start();
          else if (threads.size === 0) {
            for (const each of waiting.splice(0)) each.reject(error ?? stopped());
          }
        },
      },
    );
    threads.add(thread);
    keepAlive();
  };

  const next = () => {
    for (let each = waiting[0]; each && free.length > 0; each = waiting[0]) {
      waiting.shift();
      if (each.deadline.signal.aborted) continue;
      const thread = free.pop() as FillThread;
      busy.add(thread);
      each.resolve(thread.run(each.order, each.deadline.signal));
    }
    keepAlive();
  };

  const fillUp = () => {
    while (threads.size < workers) start();
  };

  fillUp();
  return {
    async fill(job, deadline) {
      deadline.check(step);
      if (closed) throw stopped();
      const { promise, resolve, reject } = Promise.withResolvers<Filled>();
      const mine: Waiting = { order: toFillMessage(job, memoryMb / 4), deadline, resolve, reject };
      waiting.push(mine);
      fillUp();
      next();
      try {
        // The deadline rejects first and the thread ends with it, because both listen to the same signal.
        return await deadline.race(step, promise);
      } finally {
        const index = waiting.indexOf(mine);
        if (index >= 0) waiting.splice(index, 1);
      }
    },
    async close() {
      closed = true;
      for (const each of waiting.splice(0)) each.reject(stopped());
      await Promise.all([...threads].map((thread) => thread.end(stopped())));
    },
  };
}

const step = 'filling the template';

const stopped = () =>
  new Failure('interrupted', 'Templates are not filled any more: this process is ending.');
