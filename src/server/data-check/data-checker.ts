/**
 * Checks data against schemas of strangers in threads that are ended when one takes too long or too much: a pattern
 * such as `^(a+)+$` can take years over one short text, and must not hold the server.
 */
import { type RenderQueue, startRenderQueue } from '../render-queue.ts';
import { startThreadReuse } from '../thread-reuse.ts';
import type { DataCheckOrder } from './data-check-order.ts';
import { type DataCheckLimits, type DataFindings, startDataCheckThread } from './data-check-thread.ts';

export interface DataChecker {
  /** When the team's turn comes. Throws what `RenderQueue.run` throws, and `invalid_template` of the schema. */
  check(order: Required<DataCheckOrder>, ...turn: DataCheckTurn): Promise<DataFindings>;
  /** Ends all threads; checks that run or wait fail. */
  close(): Promise<void>;
}

type DataCheckTurn = [team: number, signal: AbortSignal, options?: Parameters<RenderQueue['run']>[3]];

export interface DataCheckerOptions {
  /** Checks at once. */
  readonly workers: number;
  /** Checks that may wait, over all teams. */
  readonly capacity: number;
  readonly limits?: DataCheckLimits;
}

/**
 * A list of 250,000 small objects that fit takes a third of a second for each million characters. With less memory,
 * what is asked for in one piece can end the process and not only the thread.
 */
const standard: DataCheckLimits = { seconds: 2, secondsPerMillion: 1, memoryMb: 512 };

/** Threads start with the first check that needs them: many servers have no template with a schema. */
export function startDataChecker({ workers, capacity, limits = standard }: DataCheckerOptions): DataChecker {
  // The teams in turn: one whose schemas take long delays the others by one check, and not by all of its own.
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
