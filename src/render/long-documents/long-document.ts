/**
 * A document that is mostly one long table, list or text, as text: what is before its rows, the rows, and what is after them.
 * The items of a list and the blocks of a text are called rows too: they are those of one section.
 */

/** A `<tbody>`. Rows are counted through all of them. */
export interface TableSection {
  /** As it is written, `<tbody>` if it is not. */
  readonly tag: string;
  readonly firstRow: number;
  /** Where its last row ends. */
  readonly end: number;
}

/** Offsets are those of characters in the HTML. */
export interface TableRows {
  readonly kind: 'table' | 'list' | 'text';
  /** The name of the elements that are rows, or undefined if they have several. */
  readonly element: string | undefined;
  /** Where the first section begins, and where the last one ends, with its tags. */
  readonly start: number;
  readonly end: number;
  readonly sections: readonly TableSection[];
  /** Where each row begins. */
  readonly starts: readonly number[];
  /** For each row, whether no cell of the rows before reaches into it. */
  readonly isFree: Uint8Array;
  /** Rows in which all cells are header cells: the columns of each cell. */
  readonly headers: ReadonlyMap<number, string>;
  /** Whether the blocks of a text are chapters, which may each go through many pages. */
  readonly hasChapters?: boolean | undefined;
  /** The headings in the items of a list or the blocks of a text, in their order. Empty for a table. */
  readonly headings: readonly Heading[];
}

export interface Heading {
  readonly row: number;
  /** From 1 to 6. */
  readonly level: number;
}

/** Facts about the styles of a document that concern its rows. */
export interface RowStyles {
  /** Rows after which `:nth-child()` selects the same ones again. 1: it selects none. */
  readonly period: number;
  /** Rows of a section from this one on are selected with that period, and so are sections. */
  readonly firstPeriodic: number;
  /** Rows that are selected one by one at the end of a section (`:nth-last-child()`), and so are sections. */
  readonly lastPeriodic: number;
  /** Whether styles may depend on the row before (`+`). */
  readonly hasNeighbours: boolean;
  /** Whether they count elements of one name (`:nth-of-type()`, `:first-of-type`). */
  readonly countsNames: boolean;
  /** Whether it counts (`counter-increment`). */
  readonly hasCounters: boolean;
}

export interface LongDocument extends TableRows, RowStyles {
  readonly html: string;
}

export const countRows = ({ starts }: TableRows): number => starts.length;

/** The section of a row, by its index. */
export function sectionAt({ sections }: TableRows, row: number): number {
  let low = 0;
  let high = sections.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.firstRow ?? 0) <= row) low = middle;
    else high = middle;
  }
  return low;
}

/** The rows of a section, by its index: from one up to another. */
export function rowsOfSection({ sections, starts }: TableRows, index: number): readonly [number, number] {
  return [sections[index]?.firstRow ?? 0, sections[index + 1]?.firstRow ?? starts.length];
}

/** Where a row ends. */
export function endOfRow(table: TableRows, row: number): number {
  const section = sectionAt(table, row);
  const [, end] = rowsOfSection(table, section);
  return (row + 1 < end ? table.starts[row + 1] : table.sections[section]?.end) ?? table.end;
}

/** The first row of those that share cells with this one. */
export function freeRowAt({ isFree }: LongDocument, row: number): number {
  let start = row;
  while (start > 0 && !isFree[start]) start--;
  return start;
}

/** The first row after this one that shares no cells with those before it. */
export function freeRowAfter(table: LongDocument, row: number): number {
  let next = row + 1;
  while (next < countRows(table) && !table.isFree[next]) next++;
  return next;
}

/** The name of rows in messages. */
export type RowUnit = 'rows' | 'items';

export const unitOf = ({ kind }: TableRows): RowUnit => (kind === 'table' ? 'rows' : 'items');

/** The step that the message of a timeout names: see `Deadline.race`. */
export const printingSteps: Readonly<Record<RowUnit, string>> = {
  rows: 'printing the rows of a table',
  items: 'printing the parts of a long text',
};

/** A document that has to be printed whole. The reason is a clause, such as `it has scripts`. */
export class CannotDivide extends Error {
  override readonly name = 'CannotDivide';
}

/** A document that is printed whole because nothing in it is long. */
export class IsShort extends CannotDivide {}
