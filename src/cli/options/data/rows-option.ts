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
  readonly encoding?: string;
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
    .addOption(decimalOption())
    .addOption(encodingOption());
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

/** The text of CSV, NDJSON and JSON. */
export const encodingOption = (): Option =>
  new Option(
    '--encoding <name>',
    'how the text of rows is encoded, such as windows-1252, in which Excel saves plain CSV (default: UTF-8 or UTF-16)',
  ).argParser((name) => {
    try {
      return new TextDecoder(name).encoding;
    } catch {
      throw new InvalidArgumentError('It must be a name such as windows-1252, iso-8859-2 or utf-8.');
    }
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

/** Nothing is read yet. Throws `usage` for options of rows without rows. */
export function readRowsOptions(
  session: Session,
  { rows = [], typed, decimal, encoding, strict }: RowsOptions & { readonly strict?: boolean },
): RowSources {
  const [unused] = Object.entries({ typed, decimal, encoding }).find(([, value]) => value) ?? [];
  if (unused && rows.length === 0) {
    throw new Failure('usage', `--${unused} is for the rows of --rows, which is not given.`);
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
        const source = await openRows(path, { typed, decimal, encoding, types, ...told });
        if (source.format !== 'csv') return source;
        const cells = { typed, decimal, types: types !== undefined, isSheet: /\.xlsx$/i.test(path) };
        return { ...source, advise: (refused) => adviseOnCells(refused, cells) };
      };
      return [name, { file: path === '-' ? 'stdin' : path, open }];
    }),
  );
}
