/** Writes the HTML of a part: the whole document with some of the rows. */
import { CannotDivide, countRows, freeRowAfter, freeRowAt, type LongTable, rowsHtml } from './long-table.ts';

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

/** Rows that styles can select one by one, and that are therefore in each part. */
const maxTopRows = 60;

/**
 * Each part lays out the rows that make the columns as wide as they are, and those at the top and at the end that styles
 * select: the first part after its own rows, the others before them, with the row before their first one.
 */
export function partHtml(table: LongTable, own: RowSpan, wide: readonly RowSpan[]): PartHtml {
  const [from, to] = own;
  const isLast = to === countRows(table);
  if (from === 0) return compose(table, { before: [], own, after: isLast ? [] : [...wide, lastRows(table)] });
  return compose(table, {
    before: [topRows(table), ...wide, [freeRowAt(table, from - 1), from]],
    own,
    after: isLast ? [] : [lastRows(table)],
  });
}

/** The HTML that shows how wide the columns are with some of the rows. They are neither at the top nor at the end. */
export const measuredHtml = (table: LongTable, own: RowSpan, wide: readonly RowSpan[]): PartHtml =>
  compose(table, {
    before: [topRows(table), ...wide, [freeRowAt(table, own[0] - 1), own[0]]],
    own,
    after: [lastRows(table)],
  });

/** The rows at the top, which may name the columns. */
export function topRows(table: LongTable): RowSpan {
  const { firstPeriodic } = table;
  if (firstPeriodic > maxTopRows) throw new CannotDivide('its styles count many rows (:nth-child)');
  return [0, freeRowAfter(table, Math.max(0, firstPeriodic - 1))];
}

/** The row at the end, as its styles show it. */
export const lastRows = (table: LongTable): RowSpan =>
  withNeighbour(table, freeRowAt(table, countRows(table) - 1));

/** Rows as they are in the whole document, where styles may depend on the row before them. */
export function withNeighbour(table: LongTable, row: number): RowSpan {
  const before = table.hasNeighbours && row > 0 ? freeRowAt(table, row - 1) : row;
  return [before, freeRowAfter(table, row)];
}

interface Ranges {
  readonly before: readonly RowSpan[];
  readonly own: RowSpan;
  readonly after: readonly RowSpan[];
}

function compose(table: LongTable, { before, own, after }: Ranges): PartHtml {
  const { html, starts, period } = table;
  const pieces = [html.slice(0, starts[0])];
  let position = 0;
  let lead = 0;
  for (const range of [...before, own, ...after]) {
    const [start, end] = range;
    // `:nth-child()` then selects the same rows as in the whole document.
    const padding = period === 1 ? 0 : (((start - position) % period) + period) % period;
    pieces.push(hiddenRow.repeat(padding), rowsHtml(table, start, end));
    if (range === own) lead = position + padding;
    position += padding + end - start;
  }
  pieces.push(html.slice(starts.at(-1)));
  return { html: pieces.join(''), lead, rows: position };
}
