/** One thread that fills, with bounds on the time and the memory of each job. It ends with a job that breaks one. */
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../bounded-worker.ts';
import { TemplateRuntimeError } from '../twig/index.ts';
import { type CrossingError, unpackError } from './crossing-error.ts';
import type { Filled } from './fill.ts';
import type { FillOrder } from './fill-order.ts';

export type FillAnswer = { readonly filled: Filled } | { readonly error: CrossingError };

export interface FillThreadBounds {
  /** Milliseconds of one job. */
  readonly limitMs: number;
  /** MB of the thread's heap. */
  readonly memoryMb: number;
}

export interface FillThreadEvents {
  /** It can take a job: it has started, or it has answered. */
  readonly onFree: () => void;
  /** It takes no jobs any more. `error` is null where that was wanted. Its job has been answered. */
  readonly onEnd: (error: Error | null) => void;
}

export interface FillThread {
  /** Only when it is free. `cancel` ends the thread. */
  run(order: FillOrder, cancel: AbortSignal): Promise<Filled>;
  /** Whether the process must live on for this thread. */
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
    // Ends what runs in the thread, whatever it is: a loop, a pattern, a sort.
    ended = worker.terminate();
    running?.reject(reason);
    running = null;
    onEnd(error);
    return ended;
  };

  worker.on('message', (message: 'ready' | FillAnswer) => {
    if (ended) return;
    if (message !== 'ready') {
      if ('filled' in message) running?.resolve(message.filled);
      else running?.reject(unpackError(message.error));
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

/** Where in the template it was, nobody knows: the thread could not be asked. */
function bound(detail: string): TemplateRuntimeError {
  return new TemplateRuntimeError({ part: 'template', template: null, line: 1, column: 1 }, detail);
}
