/** Processes one row of a batch from its data to its outcome, and can cancel all rows that are under way. */
import { Failure } from '#contract/errors';
import type { Data } from '#template/data/parse-data-file';
import type { Row } from '#template/rows/row';
import { mergeData } from '../../../options/data/merge-data.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { RowOutcome } from '../batch-reporter.ts';
import type { RowDestination, RowToMake } from '../output/row-destination.ts';
import { withHint } from '../with-hint.ts';
import { isOfRow, rowFailure } from './row-failure.ts';

export interface RowWorkOptions {
  readonly source: string;
  readonly base: Data | undefined;
  readonly destination: RowDestination;
  readonly options: BatchOptions;
  /** Values are text that could be read as another type. */
  readonly isText: boolean;
}

/** Processes one row from its data to its outcome. Throws errors that end the batch. */
export function rowWork({ source, base, destination, options, isText }: RowWorkOptions) {
  const cancels = new Set<AbortController>();
  let isCancelled = false;
  let last: { readonly row: Row; readonly ms: number; readonly failure: Failure } | undefined;
  return {
    async do(row: Row): Promise<RowOutcome> {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      const controller = new AbortController();
      cancels.add(controller);
      try {
        if (isCancelled) throw interrupted();
        if ('failure' in row) throw row.failure;
        return { row, ...(await destination.make(toMake(row, base), controller.signal)), ms: ms() };
      } catch (error) {
        const failure = rowFailure(error, row, source);
        if (!(failure instanceof Failure)) throw failure;
        const reported = isText && !options.typed ? withTypesHint(failure) : failure;
        const outcome = { row, ms: ms(), failure: reported };
        if (options.continueOnError && isOfRow(reported) && !isCancelled) return outcome;
        last ??= outcome;
        throw reported;
      } finally {
        cancels.delete(controller);
      }
    },
    /** Cancels the rows that are under way and starts no more. */
    cancel() {
      isCancelled = true;
      for (const controller of cancels) controller.abort(interrupted());
    },
    get isCancelled() {
      return isCancelled;
    },
    /** The first row that ended the batch. */
    get last() {
      return last;
    },
  };
}

function toMake(row: Exclude<Row, { failure: Failure }>, base: Data | undefined): RowToMake {
  const { number } = row;
  if (!base) {
    const content = row.exact ? row.raw : JSON.stringify(row.data);
    return { number, data: row.data, exact: row.exact ?? row.data, content };
  }
  const data = mergeData(base.plain, row.data);
  return { number, data, exact: data, content: JSON.stringify(data) };
}

const interrupted = () => new Failure('interrupted', 'Interrupted.');

/** Schemas often want numbers, and cells are text. */
function withTypesHint(failure: Failure): Failure {
  if (failure.code !== 'invalid_data' || !failure.errors) return failure;
  return withHint(failure, 'Cells are text; --typed reads numbers, true and false as values.');
}
