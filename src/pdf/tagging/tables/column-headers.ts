/**
 * Leaves the column headers that HTML gives a cell: those above it, apart from one with another one of the same columns nearer
 * to the cell, as the heads of groups of rows are. Chromium names those of all groups, also of later ones.
 *
 * Source: https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics
 */
import { elementAttributes, filterHeaders } from '../../document/element-attributes.ts';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue, toList } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { IncrementalUpdate } from '../../writing/incremental-update.ts';
import { type Element, findPrintedElements, kidElements } from '../printed-elements.ts';

export interface ColumnHeader {
  readonly name: string;
  /** Equal for header cells of the same columns. */
  readonly columns: string;
}

/** A header cell above a cell. */
interface Above extends ColumnHeader {
  /** Rows of header cells that follow each other have the same number. */
  readonly block: number;
}

/** Throws `malformed`. */
export function limitColumnHeaders(file: PdfReader, update: IncrementalUpdate): void {
  for (const table of tablesOf(file, findPrintedElements(file, 'TH'))) {
    const rows = kidElements(file, table).filter(({ dict }) => isNamed(dict.get('S'), 'TR'));
    const headers = rows.map(({ dict }) => columnHeaders(file, dict));
    // Most tables have such rows at the top only.
    const firstOther = headers.findIndex((row) => row.length === 0);
    if (firstOther < 0 || headers.slice(firstOther).every((row) => row.length === 0)) continue;
    const known = new Set(headers.flatMap((row) => row.map(({ name }) => name)));
    let above: Above[] = [];
    let names = new Set<string>();
    for (const [i, { dict }] of rows.entries()) {
      const own = headers[i] ?? [];
      const block = own.length > 0 && headers[i - 1]?.length ? (above.at(-1)?.block ?? i) : i;
      const isHidden = (each: Above) =>
        each.block !== block && own.some(({ columns }) => columns === each.columns);
      if (own.length > 0) {
        above = [...above.filter((each) => !isHidden(each)), ...own.map((each) => ({ ...each, block }))];
        names = new Set(above.map(({ name }) => name));
      }
      for (const cell of kidElements(file, dict)) {
        const isKept = (id: string | undefined) => id === undefined || !known.has(id) || names.has(id);
        if (filterHeaders(file, cell.dict, isKept)) update.replace(cell.ref, cell.dict);
      }
    }
  }
}

/** The header cells of a row that has no others, with their columns. */
export function columnHeaders(file: PdfReader, row: PdfDict): ColumnHeader[] {
  const headers: ColumnHeader[] = [];
  let column = 0;
  for (const ref of toList(row.get('K'))) {
    const dict = ref instanceof PdfRef ? file.resolve(ref) : null;
    if (!isDict(dict) || !dict.has('S')) continue;
    if (!isNamed(dict.get('S'), 'TH')) return [];
    const name = dict.has('ID') ? file.string(dict, 'ID') : undefined;
    const span = elementAttributes(file, dict).find((each) => each.has('ColSpan'));
    const columns = (span && file.number(span, 'ColSpan')) || 1;
    if (name) headers.push({ name: name.bytes, columns: `${column} ${columns}` });
    column += columns;
  }
  return headers;
}

function* tablesOf(file: PdfReader, cells: Iterable<Element>): Generator<PdfDict> {
  const seen = new Set<PdfValue>();
  for (const { dict } of cells) {
    const row = file.resolve(dict.get('P') ?? null);
    const ref = isDict(row) ? row.get('P') : undefined;
    const table = file.resolve(ref ?? null);
    if (!ref || seen.has(table) || !isDict(table) || !isNamed(table.get('S'), 'Table')) continue;
    seen.add(table);
    yield table;
  }
}
