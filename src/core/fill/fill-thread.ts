/** One thread that fills, with limits on the time and memory of each job. A job that exceeds one ends the thread. */

import { TemplateRuntimeError } from '../twig/index.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../workers/bounded-worker.ts';
import { deserializeError, type SerializedError } from '../workers/serialize-error.ts';
import type { Filled } from './fill.ts';
import type { FillMessage } from './fill-message.ts';

export type FillResult = { readonly filled: Filled } | { readonly error: SerializedError };

export interface FillThreadBounds {
  /** Milliseconds per job. */
  readonly limitMs: number;
  /** Heap limit of the thread, in MB. */
  readonly memoryMb: number;
}

export interface FillThreadEvents {
  /** Called when the thread can take a job: it has started, or finished one. */
  readonly onFree: () => void;
  /** Called when the thread takes no more jobs. `error` is null if the end was intended. Its job has been settled. */
  readonly onEnd: (error: Error | null) => void;
}

export interface FillThread {
  /** Call it only while the thread is free. `cancel` ends the thread. */
  run(order: FillMessage, cancel: AbortSignal): Promise<Filled>;
  /** Sets whether the thread keeps the process alive. */
  keepAlive(kept: boolean): void;
  end(reason: Error): Promise<void>;
}

interface Running {
  resolve(filled: Filled): void;
  reject(error: unknown): void;
}

const script = moduleBeside(import.meta.url, 'fill-worker');

export function startFillThread(
  { limitMs, memoryMb }: FillThreadBounds,
  { onFree, onEnd }: FillThreadEvents,
): FillThread {
  const worker = startBoundedWorker(script, memoryMb);
  worker.unref();
  let running: Running | null = null;
  let ended: Promise<unknown> | null = null;

  const stop = (reason: unknown, error: Error | null): Promise<unknown> => {
    if (ended) return ended;
    // Stops anything that runs in the thread: a loop, a pattern, a sort.
    ended = worker.terminate();
    running?.reject(reason);
    running = null;
    onEnd(error);
    return ended;
  };

  worker.on('message', (message: 'ready' | FillResult) => {
    if (ended) return;
    if (message !== 'ready') {
      if ('filled' in message) running?.resolve(message.filled);
      else running?.reject(deserializeError(message.error));
      running = null;
    }
    onFree();
  });
  worker.on('error', (error) => {
    if (!isOutOfMemory(error)) stop(error, error);
    else stop(bound(`The template takes more than ${memoryMb} MB of memory (memory bound).`), error);
  });
  worker.on('exit', (code) => {
    const error = new Error(`The thread that fills templates ended with code ${code}.`);
    stop(error, error);
  });

  return {
    async run(order, cancel) {
      const { promise, resolve, reject } = Promise.withResolvers<Filled>();
      running = { resolve, reject };
      const detail = `The template takes longer than ${limitMs} milliseconds (time bound).`;
      const timer = setTimeout(() => stop(bound(detail), null), limitMs);
      const giveUp = () => stop(cancel.reason, null);
      cancel.addEventListener('abort', giveUp, { once: true });
      try {
        worker.postMessage(order);
        return await promise;
      } finally {
        clearTimeout(timer);
        cancel.removeEventListener('abort', giveUp);
      }
    },
    keepAlive: (kept) => (kept ? worker.ref() : worker.unref()),
    async end(reason) {
      await stop(reason, null);
    },
  };
}

/** The position in the template is unknown, because the blocked thread cannot report it. */
function bound(detail: string): TemplateRuntimeError {
  return new TemplateRuntimeError({ part: 'template', template: null, line: 1, column: 1 }, detail);
}
