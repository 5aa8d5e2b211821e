/** `pdfapi html in.html out.pdf`: other programs take the name of the result as their last argument. */
import { fstatSync } from 'node:fs';
import type { Command } from 'commander';
import { shellWord } from '#contract/admin-commands';
import { Failure } from '#contract/errors';

/**
 * Returns the command that is meant, if the last argument of several is the name of a PDF. `merged`: the command that
 * makes one PDF of several inputs.
 *
 * @example
 * commandWithOutput('pdfapi html', ['in.html', 'out.pdf']); // 'pdfapi html in.html -o out.pdf'
 */
export function commandWithOutput(
  command: string,
  words: readonly string[],
  merged = command,
): string | undefined {
  const output = words.at(-1);
  if (words.length < 2 || output === undefined || !/\.pdf$/i.test(output)) return undefined;
  const inputs = words.slice(0, -1);
  return commandOf(inputs.length > 1 ? merged : command, [...inputs, '-o', output]);
}

export const commandOf = (command: string, words: readonly string[]): string =>
  [command, ...words.map(shellWord)].join(' ');

/** Throws `usage`, which names that command. `options`: whether the command line has some, which may be secrets. */
export function assertNoOutputArgument(
  command: string,
  words: readonly string[],
  { merged, options = false }: { readonly merged?: string; readonly options?: boolean } = {},
): void {
  const meant = commandWithOutput(command, words, merged);
  if (meant === undefined) return;
  throw new Failure('usage', `${words.at(-1)} is no input: the name of the result follows -o.`, {
    hint: `Write: ${meant}${options ? ', and the other options as they are' : ''}`,
  });
}

/** Whether the command line has an option of the command itself. */
export const hasOwnOptions = (command: Command): boolean =>
  command.options.some((option) => command.getOptionValueSource(option.attributeName()) === 'cli');

/**
 * wkhtmltopdf writes to stdout for a last `-`, which is stdin here. Throws `usage`, which names `-o -`, if stdin has nothing:
 * it is a terminal, an empty file or the null device, or was named before.
 */
export function assertNoStdoutArgument(command: string, words: readonly string[], merged?: string): void {
  const inputs = words.slice(0, -1);
  if (inputs.length === 0 || words.at(-1) !== '-') return;
  const meant = commandOf(inputs.length > 1 ? (merged ?? command) : command, [...inputs, '-o', '-']);
  if (inputs.includes('-')) {
    const hint = `Give one of the inputs as a file. To write the PDF to stdout: ${meant}`;
    throw new Failure('usage', 'stdin can be read only once.', { hint });
  }
  if (!hasNoStdin()) return;
  const message = '- is stdin, which is empty: for stdout, - follows -o.';
  throw new Failure('usage', message, { hint: `Write: ${meant}` });
}

/** A pipe may still get something. */
function hasNoStdin(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isCharacterDevice() || (stdin.isFile() && stdin.size === 0);
  } catch {
    // It is closed.
    return true;
  }
}
