/** Puts the commands into the program: those that may run as they are, the others as their line in the list. */
import type { Command } from 'commander';
import { type CommandRow, commandTable } from './command-table.ts';
import type { OpenSession } from './session.ts';

/** The command that is about all commands. */
const aboutAll = 'completion';

/** What else may stand there under a name of a command, such as a file, loads one in vain and changes nothing. */
export async function addCommands(
  program: Command,
  open: OpenSession,
  argv: readonly string[],
): Promise<void> {
  const words = new Set(argv);
  const isNamed = ({ commands }: CommandRow) =>
    words.has(aboutAll) || Object.keys(commands).some((usage) => words.has(nameOf(usage)));
  const loaded = await Promise.all(
    commandTable.map(async (row) => ({ row, add: isNamed(row) ? await row.load() : undefined })),
  );
  for (const { row, add } of loaded) {
    if (add) add(program, open);
    else for (const [usage, summary] of Object.entries(row.commands)) program.command(usage).summary(summary);
  }
}

const nameOf = (usage: string): string => usage.split(' ')[0] ?? usage;
