/** Works on the rows of a batch, or on several documents, side by side, and reports each in its order. */
import { type Rows, runRows } from '#library/run-rows';
import type { Session } from '../../session.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { BatchReporter, Outcome } from './batch-reporter.ts';
import type { FinishedBatch } from './output/row-destination.ts';
import type { ItemWork } from './render/item-work.ts';

export interface ItemRun<Item> {
  readonly items: Rows<Item>;
  readonly work: ItemWork<Item>;
  /** Items worked on concurrently; may change during the run. */
  readonly concurrency: () => number;
  /** Items that may be finished ahead of a slow one. */
  readonly ahead: number;
  readonly reporter: BatchReporter<Item>;
  readonly progress: BatchProgress;
  /** Address of the server, if one renders. */
  readonly server: string | undefined;
  /** The size of an item, of the same kind as that of the progress. */
  readonly sizeOf: (item: Item) => number;
  /** Called with each outcome before it is reported. */
  readonly onOutcome?: (outcome: Outcome<Item>) => void;
  /** Called after the last item. */
  readonly finish?: () => Promise<FinishedBatch | undefined>;
  /** Stops the reading of items. */
  readonly stop?: () => void;
  /** Called once, when nothing is worked on any more. */
  readonly close?: () => void;
  /** Called after a signal has ended the run. */
  readonly onInterrupt?: () => void;
}

/** Throws the error that ended the run: with `--continue-on-error`, none of an item alone. */
export async function runItems<Item>({ shutdown }: Session, run: ItemRun<Item>): Promise<void> {
  const { work, reporter, progress, server } = run;
  const emit = async (outcome: Outcome<Item>) => {
    run.onOutcome?.(outcome);
    await reporter.row(outcome);
    const isSkipped = !('rendered' in outcome && outcome.rendered);
    progress.done({ bytes: run.sizeOf(outcome.row), isSkipped });
  };
  const { concurrency, ahead } = run;
  const running = runRows(run.items, { concurrency, ahead }, work.do, emit);
  const settled = running.catch(() => {});
  const forget = shutdown.add(async () => {
    work.cancel();
    // Otherwise the process would wait for a pipe that delivers nothing.
    run.stop?.();
    await settled;
    run.close?.();
    run.onInterrupt?.();
  });
  try {
    await running;
    const finished = await run.finish?.();
    progress.close();
    if (finished) await reporter.merged(finished);
  } catch (error) {
    progress.close();
    const { last } = work;
    if (last && last.failure === error) await emit(last);
    if (!work.isCancelled) reporter.end(server);
    throw error;
  } finally {
    if (!work.isCancelled) {
      forget();
      run.close?.();
    }
  }
  reporter.end(server);
}
