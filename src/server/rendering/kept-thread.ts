/** A reusable thread that handles one question after another. A question that exceeds its time or memory ends it. */

import type { Transferable } from 'node:worker_threads';
import { Failure } from '../../contract/errors.ts';
import { isOutOfMemory, startBoundedWorker } from '../../core/workers/bounded-worker.ts';

export interface KeptThread<Question, Answer> {
  /**
   * Runs one `work` at a time. `work` may ask several questions; all of them share `seconds`. Throws `BoundBroken`, and
   * the errors of `work`.
   */
  run<Result>(
    seconds: number,
    work: (
      ask: (question: Question, transfer?: readonly Transferable[]) => Promise<Answer>,
    ) => Promise<Result>,
  ): Promise<Result>;
  /** True if the thread accepts no more questions. */
  readonly isOver: boolean;
  /** A running question fails with `server_stopping`. */
  end(): Promise<void>;
}

export class BoundBroken extends Error {
  override readonly name = 'BoundBroken';
  /** The exceeded limit, such as `longer than 2 seconds`. */
  readonly amount: string;

  constructor(amount: string) {
    super(`A question to a thread took ${amount}.`);
    this.amount = amount;
  }
}

/** The script posts `'ready'` once, and then one reply per question. */
export function startKeptThread<Question, Answer>(
  script: URL,
  { memoryMb }: { readonly memoryMb: number },
): KeptThread<Question, Answer> {
  const worker = startBoundedWorker(script, memoryMb);
  worker.unref();
  let isOver = false;
  let answer: PromiseWithResolvers<Answer> | undefined;
  // The time that the machine takes to start a thread is not charged to a question.
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
