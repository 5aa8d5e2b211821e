/**
 * Adds the commands to the program. Commands that may run are loaded in full; the others only get their entry in the
 * list.
 */
import type { Command } from 'commander';
import { type CommandRow, commandTable } from './command-table.ts';
import type { OpenSession } from './session.ts';

/** Decides which commands are loaded. */
export type CommandChoice = (row: CommandRow) => boolean;

/** Another argument that equals a command's name, such as a file, loads that command needlessly but changes nothing. */
export function namedIn(argv: readonly string[]): CommandChoice {
  const words = new Set(argv);
  return ({ commands }) => Object.keys(commands).some((usage) => words.has(nameOf(usage)));
}

/** Keeps the words of a command that takes all of them from those who look for options of pdfapi. */
export function withOwnWords(argv: readonly string[]): readonly string[] {
  const rows = new Map(
    commandTable.flatMap((row) => Object.keys(row.commands).map((usage) => [nameOf(usage), row])),
  );
  const at = argv.findIndex((word) => rows.has(word));
  return rows.get(argv[at] ?? '')?.takesAll ? argv.toSpliced(at + 1, 0, '--') : argv;
}

export async function addCommands(
  program: Command,
  open: OpenSession,
  isWanted: CommandChoice,
): Promise<void> {
  const loaded = await Promise.all(
    commandTable.map(async (row) => ({ row, add: isWanted(row) ? await row.load() : undefined })),
  );
  for (const { row, add } of loaded) {
    if (add) add(program, open);
    else for (const [usage, summary] of Object.entries(row.commands)) program.command(usage).summary(summary);
  }
}

const nameOf = (usage: string): string => usage.split(' ')[0] ?? usage;
