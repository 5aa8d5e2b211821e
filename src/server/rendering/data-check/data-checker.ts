/**
 * Checks data against untrusted schemas in threads that are ended if one exceeds its time or memory: a pattern such as
 * `^(a+)+$` can take years for one short text, and must not block the server.
 */
import { Failure } from '#contract/errors';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { type RenderQueue, startRenderQueue } from '../render-queue.ts';
import type { CheckedData, DataCheckTask } from './data-check-worker.ts';

/** The faults of the data, or the limit that its check exceeded, such as `longer than 2 seconds`. */
type DataFindings = CheckedData | { readonly tooMuch: string };

export interface DataChecker {
  /** Runs when it is the team's turn. Throws the errors of `RenderQueue.run`, and `invalid_template` for the schema. */
  check(data: DataToCheck, ...turn: DataCheckTurn): Promise<DataFindings>;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

interface DataToCheck extends DataCheckTask {
  readonly schema: Uint8Array;
}

type DataCheckTurn = [team: number, signal: AbortSignal, options?: Parameters<RenderQueue['run']>[3]];

export interface DataCheckerOptions {
  /** Checks that run concurrently. */
  readonly workers: number;
  /** Checks that may wait, across all teams. */
  readonly capacity: number;
}

const { limitMs } = threadLimits['data-check'];
/** In addition per million characters of data: legitimate data of 10 MB takes seconds too. */
const msPerMillion = 1_000;

/** Starts threads with the first check that needs them: many servers have no template with a schema. */
export function startDataChecker({ workers, capacity }: DataCheckerOptions): DataChecker {
  // Teams take turns: a team with slow schemas delays the others by one check instead of by all of its checks.
  const queue = startRenderQueue({ workers, capacity });
  const pool = startWorkerPool<DataCheckTask, CheckedData, 'schema', Uint8Array>({
    ...threadBeside(import.meta.url, 'data-check'),
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  const run = async ({ schema, ...task }: DataToCheck): Promise<DataFindings> => {
    const taskLimitMs = limitMs + msPerMillion * Math.floor(task.data.length / 1_000_000);
    try {
      return await pool.run(task, { limitMs: taskLimitMs, onQuestion: () => schema });
    } catch (error) {
      if (error instanceof WorkerLimitError) return { tooMuch: error.amount };
      throw error;
    }
  };
  return {
    check: (data, team, signal, options) => queue.run(team, signal, () => run(data), options),
    async close() {
      queue.close();
      await pool.close();
    },
  };
}
