/** Finds the table that goes through all parts of a document in the tags of one of them. */
import { isDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type ColumnHeader, columnHeaders } from '../tagging/column-headers.ts';
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
  /** Those on its pages, in their order. */
  readonly headers: readonly ColumnHeader[];
  /**
   * Of a list or a text: the first item after the pages of the part, if Chromium has painted something of it on the last one of
   * them too, and the item that this part begins with. Each element in them has the same key in both parts.
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
  return {
    path,
    head: new Set<PdfValue>(rows.slice(0, head)),
    foot: new Set<PdfValue>(foot > 0 ? rows.slice(-foot) : []),
    names: rows.slice(0, head + 1).flatMap((row) => namesIn(file, row)),
    ...findHeaders(file, rows.slice(head), options),
  };
}

function findHeaders(
  file: PdfReader,
  rows: readonly PdfRef[],
  { pages: [from, to], indexes }: FindOptions,
): Pick<PartTable, 'headersBefore' | 'headers'> {
  const before = new Map<string, ColumnHeader>();
  const headers: ColumnHeader[] = [];
  for (const row of rows) {
    const dict = file.resolve(row);
    const found = isDict(dict) ? columnHeaders(file, dict) : [];
    const page = found.length > 0 ? indexes.get(pageOf(file, row) ?? row) : undefined;
    if (page === undefined) continue;
    if (page >= from && page < to) headers.push(...found);
    else if (page < from) for (const header of found) before.set(header.columns, header);
  }
  return { headersBefore: [...before.values()], headers };
}

/** Of the first content of an element. */
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
