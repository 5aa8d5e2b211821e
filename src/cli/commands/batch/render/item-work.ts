/** Works on one item, such as a row of a batch, from its input to its outcome, and can cancel all that are under way. */
import { Failure } from '#contract/errors';
import type { Outcome } from '../batch-reporter.ts';
import type { MadeRow } from '../output/row-destination.ts';

export interface ItemWorkOptions<Item> {
  readonly make: (item: Item, cancel: AbortSignal) => Promise<MadeRow>;
  /** Returns the failure with the name of the item, and what is no failure unchanged. */
  readonly explain: (error: unknown, item: Item) => unknown;
  /** Whether only this item failed, and others need not fail alike. */
  readonly isOfItem: (error: unknown, item: Item) => boolean;
  readonly continueOnError: boolean;
}

export interface ItemWork<Item> {
  /** Throws errors that end the run. */
  do(item: Item): Promise<Outcome<Item>>;
  /** Cancels the items that are under way and starts no more. */
  cancel(): void;
  readonly isCancelled: boolean;
  /** The first item whose own failure ended the run. */
  readonly last: FailedItem<Item> | undefined;
}

interface FailedItem<Item> {
  readonly row: Item;
  readonly ms: number;
  readonly failure: Failure;
}

export function itemWork<Item>({
  make,
  explain,
  isOfItem,
  continueOnError,
}: ItemWorkOptions<Item>): ItemWork<Item> {
  const cancels = new Set<AbortController>();
  let isCancelled = false;
  let last: FailedItem<Item> | undefined;
  return {
    async do(row) {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      const controller = new AbortController();
      cancels.add(controller);
      try {
        if (isCancelled) throw interrupted();
        return { row, ...(await make(row, controller.signal)), ms: ms() };
      } catch (error) {
        const failure = explain(error, row);
        if (!(failure instanceof Failure)) throw failure;
        const outcome = { row, ms: ms(), failure };
        if (isOfItem(error, row)) {
          if (continueOnError && !isCancelled) return outcome;
          last ??= outcome;
        }
        throw failure;
      } finally {
        cancels.delete(controller);
      }
    },
    cancel() {
      isCancelled = true;
      for (const controller of cancels) controller.abort(interrupted());
    },
    get isCancelled() {
      return isCancelled;
    },
    get last() {
      return last;
    },
  };
}

const interrupted = () => new Failure('interrupted', 'Interrupted.');
