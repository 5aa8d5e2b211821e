/** The work on one row of a batch. */
import { Failure } from '#contract/errors';
import type { Data } from '#template/data/parse-data-file';
import type { Row } from '#template/rows/row';
import { mergeData } from '../../../options/data/merge-data.ts';
import type { BatchOptions } from '../batch-options.ts';
import type { RowDestination, RowToMake } from '../output/row-destination.ts';
import { withHint } from '../with-hint.ts';
import { type ItemWork, itemWork } from './item-work.ts';
import { isOfRow, rowFailure } from './row-failure.ts';

export interface RowWorkOptions {
  readonly source: string;
  readonly base: Data | undefined;
  readonly destination: RowDestination;
  readonly options: BatchOptions;
  /** Values are text that could be read as another type. */
  readonly isText: boolean;
}

export const rowWork = ({ source, base, destination, options, isText }: RowWorkOptions): ItemWork<Row> =>
  itemWork({
    isOfItem: isOfRow,
    continueOnError: options.continueOnError === true,
    async make(row, cancel) {
      if ('failure' in row) throw row.failure;
      return await destination.make(toMake(row, base), cancel);
    },
    explain(error, row) {
      const failure = rowFailure(error, row, source);
      return failure instanceof Failure && isText && !options.typed ? withTypesHint(failure) : failure;
    },
  });

function toMake(row: Exclude<Row, { failure: Failure }>, base: Data | undefined): RowToMake {
  const { number } = row;
  if (!base) {
    const content = row.exact ? row.raw : JSON.stringify(row.data);
    return { number, data: row.data, exact: row.exact ?? row.data, content };
  }
  const data = mergeData(base.plain, row.data);
  return { number, data, exact: data, content: JSON.stringify(data) };
}

/** Schemas often want numbers, and cells are text. */
function withTypesHint(failure: Failure): Failure {
  if (failure.code !== 'invalid_data' || !failure.errors) return failure;
  return withHint(failure, 'Cells are text; --typed reads numbers, true and false as values.');
}
