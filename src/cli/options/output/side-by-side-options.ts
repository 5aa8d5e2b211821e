/** The options of commands that make several documents in one run. */
import { type Command, InvalidArgumentError } from 'commander';

export interface SideBySideOptions {
  readonly concurrency?: number;
  readonly continueOnError?: true;
}

/** `items`: what they are, such as `rows`. */
export function addSideBySideOptions(command: Command, items: string): Command {
  const item = items.replace(/s$/, '');
  return command
    .option(
      '--concurrency <number>',
      `${items} rendered in parallel (default: the number of cores locally, up to 8 on a server)`,
      atLeastOne,
    )
    .option('--continue-on-error', `continue after a ${item} fails; the exit code is then 8`);
}

function atLeastOne(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}
