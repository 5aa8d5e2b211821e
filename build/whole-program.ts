/** The command line with all its commands, for what the build derives from it. */
import type { Command } from 'commander';
import { readContext } from '../src/cli/context.ts';
import { styleFor } from '../src/cli/io/style.ts';
import { createProgram } from '../src/cli/program.ts';

export async function wholeProgram(): Promise<Command> {
  const plain = await styleFor(0);
  const { command } = await createProgram(
    readContext(process),
    { stdout: plain, stderr: plain },
    () => Promise.reject(new Error('No command is run here.')),
    () => true,
  );
  return command;
}
