/** A thread that is kept for one question after another. It ends with a question that takes too long or too much. */

import type { Transferable } from 'node:worker_threads';
import { Failure } from '../contract/errors.ts';
import { isOutOfMemory, startBoundedWorker } from '../core/bounded-worker.ts';

export interface KeptThread<Question, Answer> {
  /**
   * One at a time. `work` may ask more than once; all of it has so many seconds. Throws `BoundBroken`, and what
   * `work` throws.
   */
  run<Result>(
    seconds: number,
    work: (
      ask: (question: Question, transfer?: readonly Transferable[]) => Promise<Answer>,
    ) => Promise<Result>,
  ): Promise<Result>;
  /** It takes no question any more. */
  readonly isOver: boolean;
  /** A question under way fails with `server_stopping`. */
  end(): Promise<void>;
}

export class BoundBroken extends Error {
  override readonly name = 'BoundBroken';
  /** Such as `longer than 2 seconds`. */
  readonly amount: string;

  constructor(amount: string) {
    super(`A question to a thread took ${amount}.`);
    this.amount = amount;
  }
}

/** The script says `'ready'` once, and then posts one answer for each question. */
export function startKeptThread<Question, Answer>(
  script: URL,
  { memoryMb }: { readonly memoryMb: number },
): KeptThread<Question, Answer> {
  const worker = startBoundedWorker(script, memoryMb);
  worker.unref();
  let isOver = false;
  let answer: PromiseWithResolvers<Answer> | undefined;
  // How long a machine takes to start a thread is no fault of a question.
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const fail = (error: Error) => {
    isOver = true;
    ready.reject(error);
    answer?.reject(error);
  };
  worker.on('message', (message: 'ready' | Answer) => {
    if (message === 'ready') ready.resolve();
    else answer?.resolve(message as Answer);
  });
  worker.on('error', (error) =>
    fail(isOutOfMemory(error) ? new BoundBroken(`more than ${memoryMb} MB of memory`) : error),
  );
  worker.on('exit', (code) => fail(new Error(`A thread of the server ended with code ${code}.`)));
  const ask = (question: Question, transfer: readonly Transferable[] = []) => {
    answer = Promise.withResolvers<Answer>();
    worker.postMessage(question, transfer);
    return answer.promise;
  };
  return {
    async run(seconds, work) {
      await ready.promise;
      const timer = setTimeout(() => {
        fail(new BoundBroken(`longer than ${seconds} seconds`));
        void worker.terminate();
      }, seconds * 1000);
      try {
        return await work(ask);
      } finally {
        clearTimeout(timer);
      }
    },
    get isOver() {
      return isOver;
    },
    async end() {
      fail(new Failure('server_stopping', 'The server is stopping.'));
      await worker.terminate();
    },
  };
}
