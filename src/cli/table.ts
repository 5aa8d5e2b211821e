/** Lists on stdout: a table on a terminal; tab-separated and without a header for programs. */
import type { Session } from './session.ts';
import { writeStdout } from './streams.ts';

export async function writeTable(
  { context, terminal }: Session,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  if (!context.terminals.stdout) {
    return await writeStdout(rows.map((row) => `${row.join('\t')}\n`).join(''));
  }
  const widths = header.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = [terminal.styleOut.bold(line(header)), ...rows.map(line)];
  await writeStdout(`${lines.join('\n')}\n`);
}
