/** One thread that checks data against schemas, one after the other. It ends with a check that breaks a bound. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../contract/errors.ts';
import type { FieldErrors } from '../../contract/field-errors.ts';
import { unpackError } from '../../core/fill/crossing-error.ts';
import type { DataCheckAnswer, DataCheckOrder } from './data-check-order.ts';

export interface DataCheckLimits {
  readonly seconds: number;
  /** More for each million characters of data: honest data of 10 MB takes seconds too. */
  readonly secondsPerMillion: number;
  /** Of the thread's heap. */
  readonly memoryMb: number;
}

/** What is wrong with data, or the bound that its check has broken, such as `longer than 2 seconds`. */
export type DataFindings =
  | { readonly errors: FieldErrors; readonly more: number }
  | { readonly tooMuch: string };

export interface DataCheckThread {
  /** One at a time. Throws what reading the schema throws. */
  check(order: Required<DataCheckOrder>): Promise<DataFindings>;
  /** It takes no check any more. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

type Outcome = DataCheckAnswer | { readonly kind: 'broken'; readonly tooMuch: string };

/** The same file as TypeScript or as what was built from it. */
const script = new URL(`./data-check-worker${extname(import.meta.url)}`, import.meta.url);

export function startDataCheckThread(limits: DataCheckLimits): DataCheckThread {
  const { memoryMb } = limits;
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Neither the environment nor the options of the process are for schemas of strangers.
    env: {},
    execArgv: [],
  });
  worker.unref();
  let isOver = false;
  let answer: PromiseWithResolvers<Outcome> | undefined;
  // How long a machine takes to start a thread is no fault of the schema.
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const fail = (error: Error) => {
    isOver = true;
    ready.reject(error);
    answer?.reject(error);
  };
  worker.on('message', (message: 'ready' | DataCheckAnswer) => {
    if (message === 'ready') ready.resolve();
    else answer?.resolve(message);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      answer?.resolve({ kind: 'broken', tooMuch: `more than ${memoryMb} MB of memory` });
    }
    fail(error);
  });
  worker.on('exit', (code) => fail(new Error(`A thread that checks data ended with code ${code}.`)));
  const ask = (order: DataCheckOrder) => {
    answer = Promise.withResolvers<Outcome>();
    worker.postMessage(order);
    return answer.promise;
  };
  return {
    async check({ schema, ...order }) {
      await ready.promise;
      const seconds = limits.seconds + limits.secondsPerMillion * Math.floor(order.data.length / 1_000_000);
      const timer = setTimeout(() => {
        isOver = true;
        answer?.resolve({ kind: 'broken', tooMuch: `longer than ${seconds} seconds` });
        void worker.terminate();
      }, seconds * 1000);
      try {
        const first = await ask(order);
        return findings(first.kind === 'unknown' ? await ask({ ...order, schema }) : first);
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

function findings(outcome: Outcome): DataFindings {
  switch (outcome.kind) {
    case 'checked':
    case 'broken':
      return outcome;
    case 'failed':
      throw unpackError(outcome.error);
    case 'unknown':
      throw new Error('A thread that checks data has no schema although it was sent.');
  }
}
