/** Writes the HTML of a part: the whole document with a part of the rows. */
import { countRows, freeRowAfter, freeRowAt, type LongTable, rowsHtml } from './long-table.ts';

/** Rows from one up to another. */
export type RowSpan = readonly [from: number, to: number];

export interface PartHtml {
  readonly html: string;
  /** The rows before those of the part. */
  readonly lead: number;
  /** All rows of the section. */
  readonly rows: number;
}

const hiddenRow = '<tr hidden style="display:none!important"></tr>';

/**
 * Each part lays out the rows that make the columns as wide as they are: the first part after its own rows, the others
 * before them, with the first row of all and the row before their first one.
 */
export function partHtml(table: LongTable, [from, to]: RowSpan, wide: readonly RowSpan[]): PartHtml {
  const write = (ranges: readonly RowSpan[]) =>
    ranges.map(([start, end]) => rowsHtml(table, start, end)).join('');
  const count = (ranges: readonly RowSpan[]) => ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  const isLast = to === countRows(table);
  const own: RowSpan = [from, to];
  const lead: RowSpan[] = from === 0 ? [] : [firstRows(table), ...wide, [freeRowAt(table, from - 1), from]];
  const trail = from === 0 && !isLast ? wide : [];
  const padding = from === 0 ? 0 : paddingFor(table, from, count(lead));
  const [first, ...others] = lead;
  const html = [
    table.html.slice(0, table.starts[0]),
    write(first ? [first] : []),
    hiddenRow.repeat(padding),
    write([...others, own, ...trail]),
    table.html.slice(table.starts.at(-1)),
  ].join('');
  const leading = count(lead) + padding;
  return { html, lead: leading, rows: leading + to - from + count(trail) };
}

/** The rows at the top, which may name the columns. */
export const firstRows = (table: LongTable): RowSpan => [0, freeRowAfter(table, 0)];

/** Hidden rows, after which `:nth-child()` selects the same rows as in the whole document. */
function paddingFor({ period, firstPeriodic }: LongTable, row: number, lead: number): number {
  if (period === 1 && firstPeriodic === 0) return 0;
  // Row and place are both beyond what a formula without a period selects, unless the row is at its own place.
  if (row < firstPeriodic) return Math.max(0, row - lead);
  const least = Math.max(0, firstPeriodic - lead);
  return least + ((((row - lead - least) % period) + period) % period);
}
