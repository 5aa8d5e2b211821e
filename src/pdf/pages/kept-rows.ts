/**
 * Rows of tables. A row that stays keeps the places of all its cells, and so do rows that share cells with it: a table whose
 * rows have different numbers of columns cannot be read (ISO 14289-1, 7.2).
 */
import { elementAttributes } from '../document/element-attributes.ts';
import { isDict, isNamed, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** A hostile document can claim any number. */
const maxSpan = 1_000;

/** Each is looked at several times. Real ones have a hundred bytes and more. */
const bytesOfKid = 16;

interface Row {
  readonly ref: PdfRef;
  readonly cells: readonly PdfRef[];
}

/**
 * Adds the missing cells to the elements that stay, for the rows among `kids`, and with `addsRows` the missing rows. Returns the added cells, whose
 * content is left out.
 */
export function completeRows(
  file: PdfReader,
  kids: readonly PdfValue[],
  {
    elements,
    addsRows = true,
  }: { readonly elements: Map<PdfRef, number>; readonly addsRows?: boolean | undefined },
): readonly PdfRef[] {
  file.spend(bytesOfKid * kids.length);
  const added: PdfRef[] = [];
  const isKept = (kid: PdfValue | undefined) => kid instanceof PdfRef && elements.has(kid);
  const keptRows = kids.filter(isKept).map(readRow);
  const columns = keptRows.reduce((most, row) => Math.max(most, columnsOf(row)), 0);
  for (let i = kids.length - 1; addsRows && i > 0; i--) {
    // A row with fewer columns of its own than the others has cells of rows before it.
    const sharesCells = isKept(kids[i]) && columnsOf(readRow(kids[i])) < columns;
    if (sharesCells && !isKept(kids[i - 1])) keepRow(kids[i - 1], placeOf(kids[i]));
  }
  /** Rows that cells of the rows before reach into. */
  let open = 0;
  let place = 0;
  for (const kid of kids) {
    if (!isKept(kid) && open === 0) continue;
    if (isKept(kid)) place = placeOf(kid);
    const row = keepRow(kid, place);
    const reach = (row?.cells ?? []).reduce((most, cell) => Math.max(most, span(cell, 'RowSpan') - 1), 0);
    open = addsRows ? Math.max(open - 1, reach) : 0;
  }
  return added;

  function placeOf(kid: PdfValue | undefined): number {
    return kid instanceof PdfRef ? (elements.get(kid) ?? 0) : 0;
  }

  function keepRow(kid: PdfValue | undefined, place: number): Row | undefined {
    const row = readRow(kid);
    if (!row) return undefined;
    if (!elements.has(row.ref)) elements.set(row.ref, place);
    for (const cell of row.cells) {
      if (elements.has(cell)) continue;
      elements.set(cell, elements.get(row.ref) ?? place);
      added.push(cell);
    }
    return row;
  }

  function readRow(kid: PdfValue | undefined): Row | undefined {
    const row = file.resolve(kid);
    if (!(kid instanceof PdfRef) || !isDict(row) || !isNamed(file.get(row, 'S'), 'TR')) return undefined;
    const kids = file.get(row, 'K');
    const list = Array.isArray(kids) ? kids : toList(row.get('K'));
    // The rows of a hostile file can share one long list.
    file.spend(list.length);
    return { ref: kid, cells: list.filter((cell) => cell instanceof PdfRef) };
  }

  function columnsOf(row: Row | undefined): number {
    return (row?.cells ?? []).reduce((sum, cell) => sum + span(cell, 'ColSpan'), 0);
  }

  function span(cell: PdfRef, key: 'ColSpan' | 'RowSpan'): number {
    const dict = file.resolve(cell);
    for (const attributes of isDict(dict) ? elementAttributes(file, dict) : []) {
      const value = file.number(attributes, key);
      if (value !== undefined && Number.isInteger(value)) return Math.min(Math.max(value, 1), maxSpan);
    }
    return 1;
  }
}
