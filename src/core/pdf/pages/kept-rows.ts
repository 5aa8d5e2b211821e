/**
 * Rows of tables. A row that stays keeps the places of all its cells, and so do rows that share cells with it: a table whose
 * rows have different numbers of columns cannot be read (ISO 14289-1, 7.2).
 */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** A hostile document can claim any number. */
const maxSpan = 1_000;

interface Row {
  readonly ref: PdfRef;
  readonly cells: readonly PdfRef[];
}

/**
 * Adds the missing cells and rows to the elements that stay, for the rows among `kids`. Returns the added cells, whose
 * content is left out.
 */
export function completeRows(
  file: PdfReader,
  kids: readonly PdfValue[],
  elements: Map<PdfRef, number>,
): readonly PdfRef[] {
  const added: PdfRef[] = [];
  const isKept = (kid: PdfValue | undefined) => kid instanceof PdfRef && elements.has(kid);
  const wasKept = kids.map(isKept);
  const columns = Math.max(0, ...kids.filter(isKept).map((kid) => columnsOf(readRow(kid))));
  let open = 0;
  for (const [i, kid] of kids.entries()) {
    if (!wasKept[i] && open === 0) continue;
    if (open === 0) {
      // A row with fewer columns of its own than the others has cells of rows before it.
      for (let j = i; j >= 0 && columnsOf(readRow(kids[j])) < columns; j--) {
        if (j > 0 && !isKept(kids[j - 1])) keepRow(kids[j - 1], elements.get(kid as PdfRef) ?? 0);
      }
    }
    const row = keepRow(kid, 0);
    open = Math.max(open - 1, ...(row?.cells ?? []).map((cell) => span(cell, 'RowSpan') - 1), 0);
  }
  return added;

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
    return { ref: kid, cells: list.filter((cell) => cell instanceof PdfRef) };
  }

  function columnsOf(row: Row | undefined): number {
    return (row?.cells ?? []).reduce((sum, cell) => sum + span(cell, 'ColSpan'), 0);
  }

  function span(cell: PdfRef, key: 'ColSpan' | 'RowSpan'): number {
    const dict = file.resolve(cell);
    const attributes = isDict(dict) ? toList(file.get(dict, 'A')) : [];
    for (const item of attributes) {
      const attribute = file.resolve(item);
      const value = isDict(attribute) ? file.number(attribute as PdfDict, key) : undefined;
      if (value !== undefined && Number.isInteger(value)) return Math.min(Math.max(value, 1), maxSpan);
    }
    return 1;
  }
}
