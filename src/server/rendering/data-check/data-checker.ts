/**
 * Checks data against untrusted schemas in threads that are ended if one exceeds its time or memory: a pattern such as
 * `^(a+)+$` can take years for one short text, and must not block the server.
 */
import { type RenderQueue, startRenderQueue } from '../render-queue.ts';
import { startThreadReuse } from '../thread-reuse.ts';
import type { DataCheckMessage } from './data-check-message.ts';
import { type DataCheckLimits, type DataFindings, startDataCheckThread } from './data-check-thread.ts';

export interface DataChecker {
  /** Runs when it is the team's turn. Throws the errors of `RenderQueue.run`, and `invalid_template` for the schema. */
  check(order: Required<DataCheckMessage>, ...turn: DataCheckTurn): Promise<DataFindings>;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

type DataCheckTurn = [team: number, signal: AbortSignal, options?: Parameters<RenderQueue['run']>[3]];

export interface DataCheckerOptions {
  /** Checks that run concurrently. */
  readonly workers: number;
  /** Checks that may wait, across all teams. */
  readonly capacity: number;
  readonly limits?: DataCheckLimits;
}

/**
 * A list of 250,000 small valid objects takes a third of a second per million characters. With less memory, a single
 * large allocation can end the whole process instead of the thread.
 */
const standard: DataCheckLimits = { seconds: 2, secondsPerMillion: 1, memoryMb: 512 };

/** Starts threads with the first check that needs them: many servers have no template with a schema. */
export function startDataChecker({ workers, capacity, limits = standard }: DataCheckerOptions): DataChecker {
  // Teams take turns: a team with slow schemas delays the others by one check instead of by all of its checks.
  const queue = startRenderQueue({ workers, capacity });
  const threads = startThreadReuse({ start: () => startDataCheckThread(limits) });
  return {
    check: (order, team, signal, options) =>
      queue.run(team, signal, () => threads.run((thread) => thread.check(order)), options),
    async close() {
      queue.close();
      await threads.close();
    },
  };
}
