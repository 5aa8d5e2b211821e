/** A thread that checks data against schemas, one check at a time. A check that exceeds a limit ends it. */
import type { FieldErrors } from '../../../contract/api/field-errors.ts';
import { moduleBeside } from '../../../core/workers/bounded-worker.ts';
import { deserializeError } from '../../../core/workers/serialize-error.ts';
import { BoundBroken, startKeptThread } from '../kept-thread.ts';
import type { DataCheckMessage, DataCheckResult } from './data-check-message.ts';

export interface DataCheckLimits {
  readonly seconds: number;
  /** Additional seconds per million characters of data: legitimate data of 10 MB takes seconds too. */
  readonly secondsPerMillion: number;
  /** Limit of the thread's heap. */
  readonly memoryMb: number;
}

/** The faults of the data, or the limit that its check exceeded, such as `longer than 2 seconds`. */
export type DataFindings =
  | { readonly errors: FieldErrors; readonly more: number }
  | { readonly tooMuch: string };

export interface DataCheckThread {
  /** Runs one check at a time. Throws the errors of reading the schema. */
  check(order: Required<DataCheckMessage>): Promise<DataFindings>;
  /** True if the thread accepts no more checks. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

export function startDataCheckThread(limits: DataCheckLimits): DataCheckThread {
  const thread = startKeptThread<DataCheckMessage, DataCheckResult>(
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

function findings(answer: DataCheckResult): DataFindings {
  switch (answer.kind) {
    case 'checked':
      return answer;
    case 'failed':
      throw deserializeError(answer.error);
    case 'unknown':
      throw new Error('A thread that checks data has no schema although it was sent.');
  }
}
