/** The command line with all its commands, for what the build derives from it. */
import type { Command } from 'commander';
import { readContext } from '../src/cli/context.ts';
import { styleFor } from '../src/cli/io/style.ts';
import { createProgram } from '../src/cli/program.ts';

export async function wholeProgram(): Promise<Command> {
  const { command } = await createProgram(
    readContext(process),
    await styleFor(0),
    () => Promise.reject(new Error('No command is run here.')),
    () => true,
  );
  return command;
}
