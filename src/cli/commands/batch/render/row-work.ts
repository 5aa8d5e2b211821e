/** The work on one row of a batch. */
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import type { Data } from '#template/data/parse-data-file';
import { adviseOnCells } from '#template/rows/csv-cells';
import type { CellTypes, Row } from '#template/rows/row';
import { dataAt } from '#twig';
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
  /** What the schema of a template folder allows in cells. */
  readonly types: CellTypes | undefined;
}

export const rowWork = ({
  source,
  base,
  destination,
  options,
  isText,
  types,
}: RowWorkOptions): ItemWork<Row> =>
  itemWork({
    isOfItem: isOfRow,
    continueOnError: options.continueOnError === true,
    async make(row, cancel) {
      if ('failure' in row) throw row.failure;
      return await destination.make(toMake(row, base), cancel);
    },
    explain(error, row) {
      const failure = rowFailure(error, row, source);
      if (!(failure instanceof Failure) || !isText || 'failure' in row) return failure;
      const isSheet = /\.xlsx$/i.test(row.file ?? source);
      return withCellHint(failure, row.data, { options, types, isSheet });
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

/** Schemas often want numbers or lists, and cells are text. */
function withCellHint(
  failure: Failure,
  data: JsonObject,
  { options, types, isSheet }: Pick<RowWorkOptions, 'options' | 'types'> & { readonly isSheet: boolean },
): Failure {
  if (failure.code !== 'invalid_data' || !failure.errors) return failure;
  const paths = Object.keys(failure.errors).map((path) => path.replace(/^data\./, ''));
  const cells = paths.map((path) => dataAt(data, path.split('.')));
  const { typed, decimal, groupBy } = options;
  const list = groupBy === undefined ? paths.find((path) => isForgottenList(path, data, types)) : undefined;
  const hint =
    list === undefined
      ? adviseOnCells(cells, { typed, decimal, types: types !== undefined, isSheet })
      : groupingHint(list, data, types);
  return hint === undefined ? failure : withHint(failure, hint);
}

/** Whether the rows may be the items of a list that the template wants. */
function isForgottenList(path: string, data: JsonObject, types: CellTypes | undefined): boolean {
  if (Object.hasOwn(data, path)) return false;
  if (!types) return path === 'items';
  return types([path])?.has('array') === true && itemColumns(path, data, types).length > 0;
}

const itemColumns = (list: string, data: JsonObject, types: CellTypes | undefined): readonly string[] =>
  Object.keys(data).filter((name) => types?.([list, '*', name]) !== undefined);

function groupingHint(list: string, data: JsonObject, types: CellTypes | undefined): string {
  const columns = itemColumns(list, data, types);
  const [key = 'number'] = Object.keys(data).filter((name) => !columns.includes(name));
  const items = columns.length > 0 ? `${list}:${columns.join(',')}` : list;
  return `One PDF for all rows with the same value in a column, which are its ${list}: --group-by ${key} --items ${items}`;
}
