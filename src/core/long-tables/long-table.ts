/** A document that is mostly one long table, as text: what is before its rows, the rows, and what is after them. */

/** Offsets are those of characters in the HTML. */
export interface LongTable {
  readonly html: string;
  /** Where each row begins, and where the last one ends. */
  readonly starts: readonly number[];
  /** For each row, whether no cell of the rows before reaches into it. */
  readonly isFree: Uint8Array;
  /** Rows after which `:nth-child()` selects the same ones again. 1: it selects none. */
  readonly period: number;
  /** Rows from this one on are selected with that period. */
  readonly firstPeriodic: number;
  /** Whether styles may depend on the row before (`+`). */
  readonly hasNeighbours: boolean;
}

export const countRows = ({ starts }: LongTable): number => starts.length - 1;

/** The HTML of rows, from one up to another. */
export const rowsHtml = ({ html, starts }: LongTable, from: number, to: number): string =>
  html.slice(starts[from], starts[to]);

/** The first row of those that share cells with this one. */
export function freeRowAt({ isFree }: LongTable, row: number): number {
  let start = row;
  while (start > 0 && !isFree[start]) start--;
  return start;
}

/** The first row after this one that shares no cells with those before it. */
export function freeRowAfter(table: LongTable, row: number): number {
  let next = row + 1;
  while (next < countRows(table) && !table.isFree[next]) next++;
  return next;
}

/** A document that has to be printed whole. The reason is a clause, such as `it has scripts`. */
export class CannotDivide extends Error {
  override readonly name = 'CannotDivide';
}
