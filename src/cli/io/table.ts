/** Lists on stdout: a table on a terminal; tab-separated and without a header for programs. */
import type { Session } from '../session.ts';
import { writeStdout } from './streams.ts';

interface TableOptions {
  /** Titles of columns that are dropped on a narrow terminal, and on any terminal if they are empty. */
  readonly optional?: readonly string[] | undefined;
  /** Titles of columns whose cells may be truncated if the terminal is still too narrow. */
  readonly shortenable?: readonly string[] | undefined;
}

/** The minimum width of a column, in characters. */
const minColumnWidth = 8;

/**
 * On a terminal, optional columns that do not fit are dropped, the first of them first. Then the widest of the
 * shortenable cells are truncated. Programs always get all columns and whole cells.
 */
export async function writeTable(
  { context, terminal }: Session,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { optional = [], shortenable = [] }: TableOptions = {},
): Promise<void> {
  if (!context.terminals.stdout) {
    return await writeStdout(rows.map((row) => `${row.join('\t')}\n`).join(''));
  }
  const columns = header.map((title, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return { title, cells, width: Math.max(title.length, ...cells.map(({ length }) => length)) };
  });
  const isEmpty = ({ title, cells }: { title: string; cells: readonly string[] }) =>
    optional.includes(title) && rows.length > 0 && cells.every((cell) => cell === '');
  const limit = context.columnsOut || Number.POSITIVE_INFINITY;
  let shown = columns.filter((column) => !isEmpty(column));
  for (const title of optional) {
    if (totalWidth(shown) > limit) shown = shown.filter((column) => column.title !== title);
  }
  for (let excess = totalWidth(shown) - limit; excess > 0; excess = totalWidth(shown) - limit) {
    const [widest] = shown
      .filter(({ title, width }) => shortenable.includes(title) && width > minColumnWidth)
      .sort((a, b) => b.width - a.width);
    if (!widest) break;
    const narrower = Math.max(minColumnWidth, widest.width - excess);
    shown = shown.map((column) => (column === widest ? { ...column, width: narrower } : column));
  }
  const line = (textOf: (column: (typeof shown)[number]) => string) =>
    shown
      .map((column) => shortened(textOf(column), column.width).padEnd(column.width))
      .join('  ')
      .trimEnd();
  const lines = [
    terminal.styleOut.bold(line(({ title }) => title)),
    ...rows.map((_row, index) => line(({ cells }) => cells[index] ?? '')),
  ];
  await writeStdout(`${lines.join('\n')}\n`);
}

/** Formats a time for a table: to the minute and in UTC on a terminal, unchanged (ISO 8601) for programs. */
export function tableTime({ context }: Session, time: string): string {
  const date = new Date(time);
  if (!context.terminals.stdout || Number.isNaN(date.getTime())) return time;
  return date.toISOString().slice(0, 16).replace('T', ' ');
}

const totalWidth = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width + 2, -2);

const shortened = (cell: string, width: number): string =>
  cell.length <= width ? cell : `${cell.slice(0, width - 1)}…`;
