/**
 * Restores the empty cells of tables. Chromium leaves out elements without content, so that the cells behind an empty one
 * would move to other columns (ISO 14289-1, 7.5).
 */
import { elementAttributes } from '../../document/element-attributes.ts';
import {
  isNamed,
  type PdfDict,
  PdfName,
  type PdfRef,
  PdfString,
  type PdfValue,
  toList,
} from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { IncrementalUpdate } from '../../writing/incremental-update.ts';
import { type Element, findPrintedElements, kidElements } from '../printed-elements.ts';

/** Columns of a row and rows of a cell. A hostile document can claim any number of them. */
const maxSpan = 1_000;

interface Cell {
  readonly ref: PdfRef;
  readonly columns: number;
  readonly rows: number;
  /** Its name, if it is a header of columns. */
  readonly columnName: string | undefined;
  /** That, and the names of its header cells. */
  readonly names: readonly string[];
}

interface Row extends Element {
  readonly cells: readonly Cell[];
}

/** Throws `malformed`. */
export function restoreEmptyCells(file: PdfReader, update: IncrementalUpdate): void {
  for (const table of findPrintedElements(file, 'Table')) {
    const rows = kidElements(file, table.dict).filter(({ dict }) => isNamed(dict.get('S'), 'TR'));
    const counts = new Set(rows.map(({ dict }) => toList(dict.get('K')).length));
    // Reading all cells would take longer than everything else, and almost no table needs it.
    if (counts.size > 1)
      restore(
        rows.map((row) => readRow(file, row)),
        update,
      );
  }
}

function restore(read: readonly Row[], update: IncrementalUpdate): void {
  const headers = new Set(read.flatMap(({ cells }) => cells.flatMap(({ columnName }) => columnName ?? [])));
  const rows = read.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, names: cell.names.filter((name) => headers.has(name)) })),
  }));
  const layout = layOut(rows, new Map());
  const columns = layout.reduce((most, { end }) => Math.max(most, end), 0);
  if (columns > maxSpan || layout.every(({ end }) => end === columns)) return;
  const known = new Map<string, number>();
  for (const [i, { starts, end }] of layout.entries()) {
    if (end !== columns) continue;
    // A header of columns begins where the first cell below it is, in all rows.
    for (const [j, { names }] of (rows[i]?.cells ?? []).entries()) {
      const start = starts[j] ?? 0;
      for (const name of names) known.set(name, Math.min(known.get(name) ?? start, start));
    }
  }
  for (const [i, { starts, end, free }] of layOut(rows, known, columns).entries()) {
    const row = rows[i];
    if (!row) continue;
    const missing = [...free, ...range(end, columns)];
    if (missing.length === 0) continue;
    const kids = toList(row.dict.get('K')).filter((kid) => !row.cells.some(({ ref }) => ref === kid));
    const placed = [
      ...row.cells.map((cell, j) => ({ ref: cell.ref, column: starts[j] ?? 0 })),
      ...missing.map((column) => ({ ref: addCell(row.ref, update), column })),
    ].sort((a, b) => a.column - b.column);
    update.replace(row.ref, row.dict.set('K', [...kids, ...placed.map(({ ref }) => ref)]));
  }
}

interface RowLayout {
  /** The column of each cell. */
  readonly starts: readonly number[];
  readonly end: number;
  /** Columns in front of the last cell that no cell covers. */
  readonly free: readonly number[];
}

/**
 * Places cells one after the other, but not in front of the columns that are known for their names, as long as the rest of the row
 * has room within `columns`.
 */
function layOut(rows: readonly Row[], known: ReadonlyMap<string, number>, columns = maxSpan): RowLayout[] {
  /** For each column, the rows that a cell of an earlier row still covers. */
  const covered: number[] = [];
  return rows.map(({ cells }) => {
    const starts: number[] = [];
    const free: number[] = [];
    const added: [column: number, rows: number][] = [];
    let column = 0;
    const skipCovered = () => {
      while ((covered[column] ?? 0) > 0) column++;
    };
    let rest = cells.reduce((sum, cell) => sum + cell.columns, 0);
    for (const { columns: width, rows: height, names } of cells) {
      if (column > maxSpan) break;
      skipCovered();
      const target = Math.min(Math.max(column, ...names.map((name) => known.get(name) ?? 0)), columns - rest);
      rest -= width;
      for (; column < target; skipCovered()) free.push(column++);
      starts.push(column);
      if (height > 1) for (let i = 0; i < width; i++) added.push([column + i, height]);
      column += width;
    }
    skipCovered();
    for (const [i, left] of covered.entries()) if (left > 0) covered[i] = left - 1;
    for (const [i, height] of added) covered[i] = height - 1;
    return { starts, end: column, free };
  });
}

function addCell(row: PdfRef, update: IncrementalUpdate): PdfRef {
  return update.add(
    new Map<string, PdfValue>([
      ['Type', new PdfName('StructElem')],
      ['S', new PdfName('TD')],
      ['P', row],
    ]),
  );
}

function readRow(file: PdfReader, row: Element): Row {
  const cells = kidElements(file, row.dict).map(({ ref, dict }) => {
    const merged: PdfDict = new Map(elementAttributes(file, dict).flatMap((attributes) => [...attributes]));
    const headers = (file.array(merged, 'Headers') ?? []).map((item) => nameOf(file, item));
    const isColumnHeader = dict.has('ID') && !isNamed(merged.get('Scope') ?? null, 'Row');
    const columnName = isColumnHeader ? nameOf(file, dict.get('ID')) : undefined;
    return {
      ref,
      columns: span(file.number(merged, 'ColSpan')),
      rows: span(file.number(merged, 'RowSpan')),
      columnName,
      names: [...(columnName === undefined ? [] : [columnName]), ...headers],
    };
  });
  return { ...row, cells };
}

function nameOf(file: PdfReader, value: PdfValue | undefined): string {
  const name = file.resolve(value);
  return name instanceof PdfString ? name.bytes : '';
}

const span = (value = 1): number => Math.min(Math.max(Math.trunc(value), 1), maxSpan);

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(end - start, 0) }, (_, i) => start + i);
