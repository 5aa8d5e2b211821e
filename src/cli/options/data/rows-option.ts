/** `--rows`: lists of the data that are read row by row from files or stdin. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { csvDecimalForm, parseCsvDecimal } from '#contract/document/csv-decimal';
import { Failure } from '#contract/errors';
import type { RowSource, RowSources } from '#template/rows/row-source';
import type { Session } from '../../session.ts';
import { noteSkipped, warnOfRows } from './warn-of-rows.ts';

export interface RowsOptions {
  readonly rows?: readonly RowsOption[];
  readonly typed?: true;
  readonly decimal?: string;
}

interface RowsOption {
  /** The variable that is the list. */
  readonly name: string;
  /** `-` is stdin. */
  readonly path: string;
}

export function addRowsOptions(command: Command): Command {
  return command
    .optionsGroup('Data:')
    .option(
      '--rows <[name=]file|->',
      'read a list row by row from CSV, NDJSON or a JSON array; without a name it is "rows"',
      parseRowsOption,
    )
    .option('--typed', 'read numbers, true, false, null and JSON in CSV cells of --rows as values, not text')
    .addOption(decimalOption());
}

/** The numbers of CSV cells. */
export const decimalOption = (): Option =>
  new Option(
    '--decimal <character[:columns]>',
    'what CSV cells have before decimals: with ",", 1.234,50 is read as 1234.50; ",:price,qty" for these columns alone (default: ".")',
  ).argParser((text) => {
    if (parseCsvDecimal(text)) return text;
    throw new InvalidArgumentError(`It ${csvDecimalForm}.`);
  });

function parseRowsOption(text: string, before: readonly RowsOption[] = []): readonly RowsOption[] {
  const [, name = 'rows', path = ''] = /^(?:([A-Za-z_]\w*)=)?(.*)$/s.exec(text) ?? [];
  if (path === '') {
    throw new InvalidArgumentError('It must be a file, such as big.ndjson or items=big.ndjson.');
  }
  if (before.some((other) => other.name === name)) {
    throw new InvalidArgumentError(
      `There are already rows for the variable ${name}. Another one: --rows name=${path}`,
    );
  }
  return [...before, { name, path }];
}

/** The files of the option; `-` is stdin. */
export const rowsPaths = ({ rows = [] }: RowsOptions): readonly string[] => rows.map(({ path }) => path);

/** Nothing is read yet. Throws `usage` for `--typed` and `--decimal` without rows. */
export function readRowsOptions(
  session: Session,
  { rows = [], typed, decimal, strict }: RowsOptions & { readonly strict?: boolean },
): RowSources {
  if ((typed || decimal) && rows.length === 0) {
    const option = typed ? '--typed' : '--decimal';
    throw new Failure('usage', `${option} is for the CSV cells of --rows, which is not given.`);
  }
  return Object.fromEntries(
    rows.map(({ name, path }) => {
      const open: RowSource['open'] = async (types) => {
        const [{ openRows }, { adviseOnCells }] = await Promise.all([
          import('#template/rows/open-rows'),
          import('#template/rows/csv-cells'),
        ]);
        if (path === '-') session.terminal.awaitStdin('CSV, NDJSON or JSON');
        const told = { onWarning: warnOfRows(session, { strict }), onSkipped: noteSkipped(session) };
        const source = await openRows(path, { typed, decimal, types, ...told });
        if (source.format !== 'csv') return source;
        const cells = { typed, decimal, types: types !== undefined, isSheet: /\.xlsx$/i.test(path) };
        return { ...source, advise: (refused) => adviseOnCells(refused, cells) };
      };
      return [name, { file: path === '-' ? 'stdin' : path, open }];
    }),
  );
}
