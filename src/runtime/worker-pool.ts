/**
 * Threads for work on untrusted input. Each is limited in memory, each task in time, and a task that exceeds a limit
 * ends its thread: nothing else stops a loop, a regular expression or a sort. The threads' side is `serve-tasks.ts`.
 */
import { basename, dirname, extname } from 'node:path';
import type { Transferable, Worker } from 'node:worker_threads';
import { heapLimitMb, watchHeap } from './heap-watch.ts';
import { deserializeError } from './serialize-error.ts';
import type { FromWorker, ToWorker } from './serve-tasks.ts';
import { type ThreadLimits, threadLimits } from './thread-limits.ts';

export interface WorkerPoolOptions {
  /** The module that the threads run; it calls `serveTasks`. */
  readonly script: URL;
  /** Limit of each thread's heap, in MB: see `watchHeap`. Buffers are not counted. */
  readonly memoryMb: number;
  /** Further tasks wait in order of arrival. Default: unlimited; the caller then bounds its concurrent tasks. */
  readonly maxWorkers?: number;
  /** Starts all threads immediately instead of on demand, and replaces those that end. Needs `maxWorkers`. */
  readonly isEager?: boolean;
  /** Milliseconds for a task that has no limit of its own. Default: unlimited. */
  readonly limitMs?: number | undefined;
  /** Milliseconds after which a thread without work ends. Default: never. */
  readonly idleMs?: number | undefined;
  /** The error of tasks that run or arrive when the pool is closed. */
  readonly closedError: () => Error;
}

/** The `workerData` of each thread. */
export interface ThreadData {
  readonly memoryMb: number;
}

export interface TaskOptions<Question, Reply> {
  /** Milliseconds. The time that a thread takes to start is not counted. Default: that of the pool. */
  readonly limitMs?: number | undefined;
  /** Ends the task and its thread; the task fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers that are moved to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
  /** Responds to `ask` in the thread. */
  readonly onQuestion?: (question: Question) => Reply | Promise<Reply>;
}

export interface WorkerPool<Task, Result, Question = never, Reply = never> {
  /** Throws the errors of the task, `WorkerLimitError`, the reason of `signal`, and `closedError()`. */
  run(task: Task, options?: TaskOptions<Question, Reply>): Promise<Result>;
  /** Ends all threads; running and waiting tasks fail. */
  close(): Promise<void>;
}

/** A task exceeded the time limit, or the memory limit of its thread. */
export class WorkerLimitError extends Error {
  override readonly name = 'WorkerLimitError';
  readonly limit: 'time' | 'memory';
  /** The exceeded limit, such as `longer than 2 seconds`, to be put into a sentence. */
  readonly amount: string;

  constructor(limit: 'time' | 'memory', amount: string, cause?: Error) {
    super(`A task in a thread took ${amount}.`, { cause });
    this.limit = limit;
    this.amount = amount;
  }
}

/**
 * Returns the thread whose module is beside the one with this `import.meta.url`, with its limits.
 *
 * @example
 * threadBeside(import.meta.url, 'fill'); // { script: URL of fill-worker.ts, memoryMb: 512, limitMs: 3000 }
 */
export const threadBeside = (
  url: string,
  name: keyof typeof threadLimits,
): Pick<WorkerPoolOptions, 'script'> & ThreadLimits => ({
  // As TypeScript, or as built.
  script: new URL(`./${name}-worker${extname(url)}`, url),
  ...threadLimits[name],
});

interface Job {
  readonly start: (worker: PooledWorker) => void;
  readonly reject: (error: unknown) => void;
}

interface PooledWorker {
  readonly worker: Worker;
  state: 'starting' | 'free' | 'busy' | 'ended';
  idle?: NodeJS.Timeout;
  /** Set while a task runs. */
  onMessage?: ((message: Exclude<FromWorker, 'ready'>) => void) | undefined;
  onEnd?: ((error: unknown) => void) | undefined;
}

/**
 * Threads start when tasks need them, unless `isEager`.
 *
 * @example
 * const pool = startWorkerPool<Uint8Array, number>({
 *   ...threadBeside(import.meta.url, 'count-pages'),
 *   closedError: () => new Failure('interrupted', 'The process is ending.'),
 * });
 * const pages = await pool.run(pdf, { signal });
 * await pool.close();
 */
export function startWorkerPool<Task, Result, Question = never, Reply = never>({
  script,
  memoryMb,
  maxWorkers = Number.POSITIVE_INFINITY,
  isEager = false,
  limitMs: usualLimitMs,
  idleMs,
  closedError,
}: WorkerPoolOptions): WorkerPool<Task, Result, Question, Reply> {
  const workers = new Set<PooledWorker>();
  /** The last one is used first, because it has the most loaded and compiled. */
  const free: PooledWorker[] = [];
  const waiting: Job[] = [];
  let isClosed = false;

  function startWorker(): void {
    // Loaded with the first thread: it takes 4 ms, and most commands start none.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb(memoryMb) },
      workerData: { memoryMb } satisfies ThreadData,
      // Untrusted work gets neither the environment nor the options of the process, only its cache of compiled code.
      env: compileCache(),
      execArgv: [],
    });
    const pooled: PooledWorker = { worker, state: 'starting' };
    workers.add(pooled);
    worker.on('message', (message: FromWorker) => {
      if (pooled.state === 'ended') return;
      if (message === 'ready') release(pooled);
      else pooled.onMessage?.(message);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void end(pooled, isMemory ? outOfMemory(error) : error);
    });
    worker.on('exit', (code) =>
      end(pooled, new Error(`The thread ${basename(script.pathname)} ended with code ${code}.`)),
    );
    updateRefs();
  }

  const outOfMemory = (cause?: Error) =>
    new WorkerLimitError('memory', `more than ${memoryMb} MB of memory`, cause);

  async function end(pooled: PooledWorker, error: unknown): Promise<void> {
    const { state } = pooled;
    if (state !== 'ended') {
      pooled.state = 'ended';
      clearTimeout(pooled.idle);
      workers.delete(pooled);
      const index = free.indexOf(pooled);
      if (index >= 0) free.splice(index, 1);
      pooled.onEnd?.(error);
      if (!isClosed) afterEnd(state === 'starting', error);
    }
    await pooled.worker.terminate();
  }

  function afterEnd(hasFailedToStart: boolean, error: unknown): void {
    // A thread that fails to start is retried with the next task, not in a loop.
    if (!hasFailedToStart && (isEager || waiting.length > 0)) startMissing();
    else if (workers.size === 0) for (const job of waiting.splice(0)) job.reject(error);
    updateRefs();
  }

  function startMissing(): void {
    const starting = [...workers].filter(({ state }) => state === 'starting').length;
    const wanted = isEager ? maxWorkers : Math.min(maxWorkers, workers.size + waiting.length - starting);
    while (workers.size < wanted) {
      try {
        startWorker();
      } catch (error) {
        // The system allows no further thread. Tasks wait for those that there are.
        if (workers.size === 0) for (const job of waiting.splice(0)) job.reject(error);
        return;
      }
    }
  }

  function release(pooled: PooledWorker): void {
    pooled.state = 'free';
    free.push(pooled);
    if (idleMs !== undefined) {
      pooled.idle = setTimeout(() => void end(pooled, undefined), idleMs).unref();
    }
    startNext();
  }

  function startNext(): void {
    while (free.length > 0 && waiting.length > 0) {
      const pooled = free.pop() as PooledWorker;
      clearTimeout(pooled.idle);
      pooled.state = 'busy';
      waiting.shift()?.start(pooled);
    }
    updateRefs();
  }

  /** Only threads with work keep the process alive. */
  function updateRefs(): void {
    for (const { worker, state } of workers) {
      if (state === 'busy' || (state === 'starting' && waiting.length > 0)) worker.ref();
      else worker.unref();
    }
  }

  return {
    async run(task, { limitMs = usualLimitMs, signal, transfer = [], onQuestion } = {}) {
      signal?.throwIfAborted();
      if (isClosed) throw closedError();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      let timer: NodeJS.Timeout | undefined;
      let stopWatch: (() => void) | undefined;
      let taken: PooledWorker | undefined;
      const post = (message: ToWorker<Task, Reply>, moved: readonly Transferable[] = []) =>
        taken?.worker.postMessage(message, moved);
      const settle = (finish: () => void) => {
        const pooled = taken as PooledWorker;
        pooled.onMessage = undefined;
        pooled.onEnd = undefined;
        taken = undefined;
        finish();
        release(pooled);
      };
      const job: Job = {
        reject,
        start(pooled) {
          taken = pooled;
          pooled.onEnd = reject;
          pooled.onMessage = (message) => {
            if ('result' in message) settle(() => resolve(message.result as Result));
            else if ('error' in message) settle(() => reject(deserializeError(message.error)));
            else void respond(message.question as Question, message.number);
          };
          stopWatch = watchHeap(pooled.worker, memoryMb, () => void end(pooled, outOfMemory()));
          if (limitMs !== undefined) {
            const error = new WorkerLimitError('time', `longer than ${limitMs / 1000} seconds`);
            timer = setTimeout(() => void end(pooled, error), limitMs);
          }
          try {
            post({ task }, transfer);
          } catch (error) {
            // The task cannot be cloned; the thread has not seen it.
            settle(() => reject(error));
          }
        },
      };
      const respond = async (question: Question, number: number) => {
        try {
          const reply = await onQuestion?.(question);
          post({ reply: reply as Reply, to: number });
        } catch (error) {
          if (taken) void end(taken, error);
        }
      };
      const leaveLine = () => {
        const index = waiting.indexOf(job);
        if (index >= 0) waiting.splice(index, 1);
      };
      const giveUp = () => {
        leaveLine();
        reject(signal?.reason);
        if (taken) void end(taken, signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(job);
      if (free.length === 0) startMissing();
      startNext();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        stopWatch?.();
        signal?.removeEventListener('abort', giveUp);
        leaveLine();
      }
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closedError());
      await Promise.all([...workers].map((pooled) => end(pooled, closedError())));
    },
  };
}

/** Runs one task in a thread of its own. Throws like `WorkerPool.run`. */
export async function runInWorker<Task, Result, Question = never, Reply = never>(
  options: Pick<WorkerPoolOptions, 'script' | 'memoryMb' | 'limitMs'>,
  task: Task,
  taskOptions: TaskOptions<Question, Reply>,
): Promise<Result> {
  const pool = startWorkerPool<Task, Result, Question, Reply>({
    ...options,
    closedError: () => new Error('Closed.'),
  });
  try {
    return await pool.run(task, taskOptions);
  } finally {
    await pool.close();
  }
}

/**
 * The variable with which a thread uses the compiled code that its process keeps. A thread of the built code starts with it
 * in half of the processor time, one of the sources, whose types Node.js removes, in a quarter.
 */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  // Not an import, which would fail in a Node.js that is too old to say so. It returns the folder of its version, in the one
  // that was given.
  const folder = process.getBuiltinModule('node:module').getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
