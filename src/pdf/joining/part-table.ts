/** Finds the table that goes through all parts of a document in the tags of one of them. */
import { isDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type ColumnHeader, columnHeaders } from '../tagging/tables/column-headers.ts';
import { elementsOf } from './structure-kids.ts';

export interface PartTable {
  /** The elements from the root of the tree to the table. */
  readonly path: readonly PdfRef[];
  /** The rows of its head and of its footer, which are on all pages. */
  readonly head: ReadonlySet<PdfValue>;
  readonly foot: ReadonlySet<PdfValue>;
  /** The names of the cells of its head and of its first row. */
  readonly names: readonly string[];
  /** The last header cells of the same columns on pages before those of the part, in rows that are not of the head. */
  readonly headersBefore: readonly ColumnHeader[];
  /** The header cells on the pages of the part, in their order. */
  readonly headers: readonly ColumnHeader[];
  /** Rows without content that are on other pages. */
  readonly emptyElsewhere: ReadonlySet<PdfValue>;
  /**
   * For a list or a text: the first item after the pages of the part, if Chromium has painted something of it on the
   * last one of them too, and the item that this part begins with. Each element in them has the same key in both parts.
   */
  readonly next?: ItemKeys | undefined;
  readonly first?: ItemKeys | undefined;
}

export type ItemKeys = ReadonlyMap<PdfValue, string>;

interface Found {
  readonly path: readonly PdfRef[];
  readonly rows: readonly PdfRef[];
}

/** Elements that are looked at on the way to a table. */
const maxDepth = 200;

interface FindOptions {
  /** How many rows they have. */
  readonly head: number;
  readonly foot: number;
  /** The pages of the part, as indexes, and those of all pages. */
  readonly pages: readonly [from: number, to: number];
  readonly indexes: ReadonlyMap<PdfRef, number>;
}

/** Returns undefined for a PDF without tags, or without such a table. */
export function findPartTable(file: PdfReader, options: FindOptions): PartTable | undefined {
  const { head, foot } = options;
  const tree = file.dict(file.catalog, 'StructTreeRoot');
  if (!tree) return undefined;
  let best: Found | undefined;
  const waiting: { readonly ref: PdfRef; readonly path: readonly PdfRef[] }[] = elementsOf(file, tree).map(
    (ref) => ({ ref, path: [ref] }),
  );
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { ref, path } = next;
    const element = file.resolve(ref);
    if (!isDict(element)) continue;
    const kids = elementsOf(file, element);
    if (file.name(element, 'S') === 'Table') {
      const rows = kids.filter((kid) => isRow(file, kid));
      if (rows.length > (best?.rows.length ?? 0)) best = { path, rows };
    } else if (path.length < maxDepth)
      for (const kid of kids) waiting.push({ ref: kid, path: [...path, kid] });
  }
  if (!best) return undefined;
  const { path, rows } = best;
  const bodyRows = rows.slice(head, foot > 0 ? -foot : undefined);
  return {
    path,
    head: new Set<PdfValue>(rows.slice(0, head)),
    foot: new Set<PdfValue>(foot > 0 ? rows.slice(-foot) : []),
    names: rows.slice(0, head + 1).flatMap((row) => namesIn(file, row)),
    ...readBodyRows(file, bodyRows, options),
  };
}

function readBodyRows(
  file: PdfReader,
  rows: readonly PdfRef[],
  { pages: [from, to], indexes }: FindOptions,
): Pick<PartTable, 'headersBefore' | 'headers' | 'emptyElsewhere'> {
  const before = new Map<string, ColumnHeader>();
  const headers: ColumnHeader[] = [];
  const emptyElsewhere = new Set<PdfValue>();
  for (const { row, page, isEmpty } of placeRows(file, rows, indexes)) {
    const isOwn = page >= from && page < to;
    if (isEmpty && !isOwn) emptyElsewhere.add(row);
    if (page >= to) continue;
    const dict = file.resolve(row);
    const found = isDict(dict) ? columnHeaders(file, dict) : [];
    if (isOwn) headers.push(...found);
    else for (const header of found) before.set(header.columns, header);
  }
  return { headersBefore: [...before.values()], headers, emptyElsewhere };
}

interface PlacedRow {
  readonly row: PdfRef;
  /** The index of the page that it begins on. */
  readonly page: number;
  readonly isEmpty: boolean;
}

/**
 * A row without content is placed on the page of the next one that has some: the tags do not tell its place, and the row
 * before the first one of a part is in that part, so that the next part has it if it is the last one of its page.
 */
function placeRows(
  file: PdfReader,
  rows: readonly PdfRef[],
  indexes: ReadonlyMap<PdfRef, number>,
): PlacedRow[] {
  const placed: PlacedRow[] = [];
  let next = indexes.size - 1;
  for (const row of rows.toReversed()) {
    const page = indexes.get(pageOf(file, row) ?? row);
    next = page ?? next;
    placed.push({ row, page: next, isEmpty: page === undefined });
  }
  return placed.toReversed();
}

/** The page of the first content of an element. */
function pageOf(file: PdfReader, element: PdfRef): PdfRef | undefined {
  const waiting: PdfValue[] = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const dict = file.resolve(next);
    if (!isDict(dict)) continue;
    const page = dict.get('Pg');
    if (page instanceof PdfRef) return page;
    if (dict.has('S')) waiting.push(...elementsOf(file, dict).toReversed());
  }
  return undefined;
}

function isRow(file: PdfReader, ref: PdfRef): boolean {
  const row = file.resolve(ref);
  return isDict(row) && file.name(row, 'S') === 'TR';
}

function namesIn(file: PdfReader, row: PdfRef): string[] {
  const element = file.resolve(row);
  if (!isDict(element)) return [];
  return elementsOf(file, element).flatMap((cell) => {
    const dict = file.resolve(cell);
    const name = isDict(dict) && dict.has('ID') ? file.string(dict, 'ID') : undefined;
    return name ? [name.bytes] : [];
  });
}
