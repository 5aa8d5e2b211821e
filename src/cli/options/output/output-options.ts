/** `-o`, `--filename` and `--force` of the commands that write one file. */
import type { Command } from 'commander';
import { pathArgument } from '../path-argument.ts';

interface OutputHelp {
  /** Default: that of a PDF. */
  readonly output?: string;
  /** The name without either option. */
  readonly defaultName?: string;
  readonly filename?: string;
}

export function addFileOptions(
  command: Command,
  {
    output = 'file, or folder/, to write the PDF to; - is stdout',
    defaultName,
    filename = 'name of the PDF in the current folder',
  }: OutputHelp = {},
): Command {
  return command
    .option('-o, --output <file|->', output, pathArgument('-o'))
    .option(
      '--filename <name>',
      `${filename}${defaultName === undefined ? '' : ` (default: ${defaultName})`}`,
    )
    .option('--force', 'overwrite a file that -o did not name');
}
