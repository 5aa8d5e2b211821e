/** `--rows`: lists of the data that are read row by row from files or stdin. */
import { type Command, InvalidArgumentError } from 'commander';
import { Failure } from '../../../contract/errors.ts';
import type { RowSources } from '../../../core/rows/row-source.ts';
import type { Terminal } from '../../io/terminal.ts';

export interface RowsOptions {
  readonly rows?: readonly RowsOption[];
  readonly typed?: true;
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
    .option('--typed', 'read numbers, true, false, null and JSON in CSV cells of --rows as values, not text');
}

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

/** Nothing is read yet. Throws `usage` for `--typed` without rows. */
export function readRowsOptions({ rows = [], typed }: RowsOptions, terminal: Terminal): RowSources {
  if (typed && rows.length === 0) {
    throw new Failure('usage', '--typed is for the CSV cells of --rows, which is not given.');
  }
  return Object.fromEntries(
    rows.map(({ name, path }) => {
      const open = async () => {
        const { openRows } = await import('../../../core/rows/open-rows.ts');
        if (path === '-') terminal.awaitStdin('CSV, NDJSON or JSON');
        return await openRows(path, { typed });
      };
      return [name, { file: path === '-' ? 'stdin' : path, open }];
    }),
  );
}
