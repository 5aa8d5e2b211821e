/**
 * The cells of a table in rows and columns, as their spans place them, and whether each cell has a header
 * (ISO 32000-1, 14.8.4.3.4 and 14.8.5.7).
 */
import { PdfName, type PdfValue } from '#pdf/object';
import type { StructureElement, StructureTree } from './structure-tree.ts';

export interface TableProblems {
  /** From 0. A row with fewer or more columns than the first one. */
  wrongRow?: number;
  /** The columns of the row. Undefined if its cells exceed those of the first row. */
  wrongColumns?: number;
  /** The columns of the first row. */
  columns: number;
  /** From 0. A column whose spans exceed the rows of the table. */
  wrongColumn?: number;
  /** Cells that take the same place. */
  intersecting: readonly StructureElement[];
  /** The first data cell without a header. */
  withoutHeader?: StructureElement;
  /** The IDs of headers that the cell names and the table does not have. */
  unknownHeaders: readonly string[];
}

interface Cell {
  readonly element: StructureElement;
  readonly isHeader: boolean;
  readonly scope: string | undefined;
  readonly columns: number;
  readonly rows: number;
  row: number;
  column: number;
}

/** Rows times columns. A table of a hostile file may claim any number with one span. */
const maxPlaces = 1_000_000;

/** Cost of a place, charged to the reading budget: as many bytes as take the same time to read. */
const costOfPlace = 4;

/** Finds the first problem of each kind. A table without rows has none. Throws `PdfError` (`too_large`). */
export function checkTable(tree: StructureTree, table: StructureElement): TableProblems {
  const rows = findRows(tree, table).map((row) =>
    [...tree.significantChildren(row)]
      .filter(({ standardType }) => standardType === 'TH' || standardType === 'TD')
      .map((cell) => toCell(tree, cell)),
  );
  const height = countRows(rows);
  const width = rows[0]?.reduce((sum, cell) => sum + cell.columns, 0) ?? 0;
  const problems: TableProblems = { columns: width, intersecting: [], unknownHeaders: [] };
  if (height === 0) return problems;
  if (height * width > maxPlaces) return { ...problems, wrongRow: 0 };
  tree.spend(costOfPlace * height * width);
  const grid = placeCells(rows, height, width, problems);
  if (grid) checkHeaders(tree, grid, width, problems);
  return problems;
}

function findRows(tree: StructureTree, table: StructureElement): StructureElement[] {
  const rows: StructureElement[] = [];
  for (const child of tree.significantChildren(table)) {
    if (child.standardType === 'TR') {
      rows.push(child);
    } else if (['THead', 'TBody', 'TFoot'].includes(child.standardType ?? '')) {
      for (const row of tree.significantChildren(child)) if (row.standardType === 'TR') rows.push(row);
    }
  }
  return rows;
}

function toCell(tree: StructureTree, element: StructureElement): Cell {
  const isHeader = element.standardType === 'TH';
  const scope = isHeader ? tree.attribute(element.dict, 'Table', 'Scope', isName)?.value : undefined;
  const span = (key: string): number =>
    Math.max(0, tree.attribute(element.dict, 'Table', key, isInteger) ?? 1);
  return { element, isHeader, scope, columns: span('ColSpan'), rows: span('RowSpan'), row: 0, column: 0 };
}

/** By the first cell of each row that does not begin within the span of another one. */
function countRows(rows: readonly (readonly Cell[])[]): number {
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    const span = rows[row]?.[0]?.rows;
    if (span === undefined) continue;
    count += span;
    if (span > 1) row += span - 1;
  }
  return count;
}

type Grid = readonly (readonly (Cell | undefined)[])[];

/** Undefined if the table is not regular. */
function placeCells(
  rows: readonly (readonly Cell[])[],
  height: number,
  width: number,
  problems: TableProblems,
): Grid | undefined {
  const grid = Array.from({ length: height }, () => new Array<Cell | undefined>(width).fill(undefined));
  for (const [row, cells] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (column < width && grid[row]?.[column]) column++;
      if (column + cell.columns > width) {
        problems.wrongRow = row;
        return undefined;
      }
      if (row + cell.rows > height) {
        problems.wrongColumn = column;
        return undefined;
      }
      cell.row = row;
      cell.column = column;
      const other = placeCell(grid, cell);
      if (other) {
        problems.intersecting = [cell.element, other.element];
        return undefined;
      }
      column += cell.columns;
    }
  }
  for (const [row, cells] of grid.entries()) {
    const filled = cells.filter(Boolean).length;
    if (filled === width) continue;
    problems.wrongRow = row;
    problems.wrongColumns = filled;
    return undefined;
  }
  return grid;
}

/** Returns the cell that already has one of the places. */
function placeCell(grid: (Cell | undefined)[][], cell: Cell): Cell | undefined {
  for (let row = cell.row; row < cell.row + cell.rows; row++) {
    for (let column = cell.column; column < cell.column + cell.columns; column++) {
      const taken = grid[row]?.[column];
      if (taken) return taken;
      const places = grid[row];
      if (places) places[column] = cell;
    }
  }
  return undefined;
}

/** A table all of whose headers have a scope, also one without headers, is clear to every reader. */
function checkHeaders(tree: StructureTree, grid: Grid, width: number, problems: TableProblems): void {
  const headers = new Set(grid.flat().filter((cell) => cell?.isHeader));
  if ([...headers].every((cell) => cell?.scope !== undefined)) return;
  const ids = new Set<string>();
  for (const cell of headers) {
    const id = cell && tree.text(cell.element.dict, 'ID');
    if (id) ids.add(id);
  }
  const fromAbove = reachOfHeaders(grid, width, 'Column');
  const fromLeft = reachOfHeaders(grid, width, 'Row');
  for (const [row, cells] of grid.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (!cell || cell.isHeader || cell.row !== row || cell.column !== column) continue;
      const named = tree.texts(tree.attribute(cell.element.dict, 'Table', 'Headers', isList) ?? []);
      const unknown = named.filter((id) => !ids.has(id));
      if (named.length > 0 && unknown.length === 0) continue;
      if (isReached(cell, fromAbove, fromLeft, width)) continue;
      problems.withoutHeader = cell.element;
      problems.unknownHeaders = unknown;
      return;
    }
  }
}

/**
 * For each place, whether the nearest headers before it, in its column or its row, have that scope. Headers side by
 * side count together.
 */
function reachOfHeaders(grid: Grid, width: number, scope: 'Column' | 'Row'): Uint8Array {
  const reach = new Uint8Array(grid.length * width);
  const lines = scope === 'Column' ? width : grid.length;
  const length = scope === 'Column' ? grid.length : width;
  for (let line = 0; line < lines; line++) {
    let reaches = false;
    let wasHeader = false;
    for (let index = 0; index < length; index++) {
      const row = scope === 'Column' ? index : line;
      const column = scope === 'Column' ? line : index;
      reach[row * width + column] = reaches ? 1 : 0;
      const cell = grid[row]?.[column];
      if (cell?.isHeader) {
        const has = cell.scope === scope || cell.scope === 'Both';
        reaches = wasHeader ? reaches || has : has;
      }
      wasHeader = cell?.isHeader ?? false;
    }
  }
  return reach;
}

function isReached(cell: Cell, fromAbove: Uint8Array, fromLeft: Uint8Array, width: number): boolean {
  const { row, column } = cell;
  for (let each = column; each < column + cell.columns; each++)
    if (fromAbove[row * width + each]) return true;
  for (let each = row; each < row + cell.rows; each++) if (fromLeft[each * width + column]) return true;
  return false;
}

function isName(value: PdfValue): value is PdfName {
  return value instanceof PdfName;
}

function isInteger(value: PdfValue): value is number {
  return Number.isInteger(value);
}

function isList(value: PdfValue): value is PdfValue[] {
  return Array.isArray(value);
}
