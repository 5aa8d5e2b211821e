/** Opens the rows of a batch: of one file or several, as they are or in groups. */
import { Failure } from '#contract/errors';
import { groupRows } from '#template/rows/group-rows';
import { type Grouping, GroupingFault, groupedTypes, keysOf, parseGrouping } from '#template/rows/grouping';
import { listRowFiles, openRowFiles } from '#template/rows/open-row-files';
import type { OpenRows } from '#template/rows/open-rows';
import type { CellTypes, OnRowWarning, Row } from '#template/rows/row';
import { noteSkipped, warnOfRows } from '../../options/data/warn-of-rows.ts';
import type { Session } from '../../session.ts';
import type { BatchOptions } from './batch-options.ts';

interface BatchRowsOptions {
  /** Receives the header line of CSV. */
  readonly onHeader?: (raw: string) => void;
  /** What the template allows in the cells of CSV. */
  readonly types?: CellTypes | undefined;
}

/** Throws `usage` and `file_unreadable`, and warnings with `--strict`. */
export async function openBatchRows(
  session: Session,
  paths: readonly string[],
  options: BatchOptions,
  { onHeader, types }: BatchRowsOptions = {},
): Promise<OpenRows> {
  const grouping = readGrouping(options);
  const onWarning = warnOfRows(session, options);
  if (paths.includes('-')) session.terminal.awaitStdin('rows');
  const { rowsFormat: format, delimiter, typed, decimal, encoding, failedRows } = options;
  let header: string | undefined;
  const source = await openRowFiles(listRowFiles(paths), {
    format,
    delimiter,
    typed,
    decimal,
    encoding,
    keys: keysOf(grouping),
    types: types && groupedTypes(types, grouping),
    onWarning,
    onSkipped: noteSkipped(session),
    onHeader(raw) {
      if (failedRows !== undefined && header !== undefined && raw !== header) throw otherHeader(raw);
      header = raw;
      onHeader?.(raw);
    },
  });
  const read = { ...source, rows: warnOfNone(source, onWarning) };
  if (!grouping) return read;
  const separator = source.format === 'json' ? ',\n' : '\n';
  // `--items items` says that it is meant.
  const onNote = options.items === undefined ? (note: string) => session.terminal.warn(note) : undefined;
  const rows = groupRows(read.rows, { file: source.name, grouping, separator, onWarning, onNote });
  return { ...source, rows };
}

async function* warnOfNone({ name, rows }: OpenRows, onWarning: OnRowWarning): AsyncGenerator<Row> {
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    yield row;
  }
  if (isEmpty) onWarning(new Failure('invalid_data', `${name} has no rows, so no PDF is made.`));
}

function readGrouping({ groupBy, items }: BatchOptions): Grouping | undefined {
  if (groupBy === undefined) {
    if (items === undefined) return undefined;
    throw new Failure('usage', '--items needs --group-by.', {
      hint: 'It names the rows of a group: --group-by number --items items:name,price',
    });
  }
  try {
    return parseGrouping(groupBy, items);
  } catch (error) {
    if (!(error instanceof GroupingFault)) throw error;
    throw new Failure('usage', `${error.field === 'items' ? '--items' : '--group-by'} ${error.message}.`);
  }
}

const otherHeader = (raw: string): Failure =>
  new Failure('usage', `--failed-rows can have one header line only, and this file has another one: ${raw}`, {
    hint: 'Run a batch for each of the files, or leave --failed-rows out.',
  });
