/** One thread that checks data against schemas, one after the other. It ends with a check that breaks a bound. */
import type { FieldErrors } from '../../contract/field-errors.ts';
import { moduleBeside } from '../../core/bounded-worker.ts';
import { unpackError } from '../../core/fill/crossing-error.ts';
import { BoundBroken, startKeptThread } from '../kept-thread.ts';
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

export function startDataCheckThread(limits: DataCheckLimits): DataCheckThread {
  const thread = startKeptThread<DataCheckOrder, DataCheckAnswer>(
    moduleBeside(import.meta.url, 'data-check-worker'),
    limits,
  );
  return {
    async check({ schema, ...order }) {
      const seconds = limits.seconds + limits.secondsPerMillion * Math.floor(order.data.length / 1_000_000);
      try {
        return await thread.run(seconds, async (ask) => {
          const first = await ask(order);
          return findings(first.kind === 'unknown' ? await ask({ ...order, schema }) : first);
        });
      } catch (error) {
        if (error instanceof BoundBroken) return { tooMuch: error.amount };
        throw error;
      }
    },
    get isOver() {
      return thread.isOver;
    },
    end: () => thread.end(),
  };
}

function findings(answer: DataCheckAnswer): DataFindings {
  switch (answer.kind) {
    case 'checked':
      return answer;
    case 'failed':
      throw unpackError(answer.error);
    case 'unknown':
      throw new Error('A thread that checks data has no schema although it was sent.');
  }
}
