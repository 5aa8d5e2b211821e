/** Finds the rows of a document's long table in its text. */
import { startTimeSlices } from '#runtime/time-slices';
import { CannotDivide, type TableRows, type TableSection } from '../long-document.ts';
import { isText, readHtmlTags, unreadable } from './html-tags.ts';

interface Section {
  /** Undefined for rows that are directly in the table. */
  readonly name: string | undefined;
  /** Its start tag. */
  readonly tag: string;
  readonly start: number;
  readonly starts: number[];
  /** Rows that cells reach into: how far, for each row in which one begins. */
  readonly reaches: Map<number, number>;
  /** See `TableRows`. Empty for a row with other cells. */
  readonly headers: Map<number, string>;
  /** Where its last row ends. */
  end: number;
  /** Where its end tag ends. */
  after: number;
}

interface OpenTable {
  readonly sections: Section[];
  /** Elements between two of its sections, which belong to neither. */
  readonly between: { readonly name: string; readonly after: number }[];
  section: Section | undefined;
  inCell: boolean;
}

/** Elements that may move or close the table that they are in. */
const unclearInTable = new Set('body col form head html input script style textarea xmp'.split(' '));

const sections = new Set(['thead', 'tbody', 'tfoot']);

/** Returns undefined if no table has so many rows. Throws `CannotDivide`. */
export async function readTableRows(html: string, minRows: number): Promise<TableRows | undefined> {
  const slice = startTimeSlices();
  const open: OpenTable[] = [];
  let found: TableRows | undefined;
  for (const { name, isEnd, attributes, text, at, end, hasTextBefore } of readHtmlTags(html)) {
    await slice();
    const table = open.at(-1);
    if (table && !table.inCell && hasTextBefore) throw unreadable('text between its cells');
    if (isText(name) && !isEnd) {
      if (table && name !== 'title') throw unreadable(`<${name}>`);
      continue;
    }
    if (name === 'table') {
      if (!isEnd) {
        if (table && !table.inCell) throw unreadable('a table between its cells');
        open.push({ sections: [], between: [], section: undefined, inCell: false });
        continue;
      }
      const closed = open.pop();
      if (!closed) throw unreadable('an end tag of no table');
      endSection(closed, at, at);
      if (closed.sections.filter(isBody).reduce((sum, { starts }) => sum + starts.length, 0) < minRows)
        continue;
      if (found) throw new CannotDivide('it has more than one long table');
      if (open.length > 0) throw new CannotDivide('the long table is within another table');
      found = toTableRows(closed);
      continue;
    }
    if (!table) continue;
    if (unclearInTable.has(name) && (name !== 'col' || table.inCell)) {
      if (!(name === 'input' && table.inCell)) throw unreadable(`<${name}>`);
    }
    if (sections.has(name)) {
      endSection(table, at, isEnd ? end : at);
      if (!isEnd) table.section = startSection(name, text, at);
    } else if (name === 'tr') {
      table.inCell = false;
      if (isEnd) continue;
      table.section ??= startSection(undefined, '<tbody>', at);
      table.section.starts.push(at);
    } else if (name === 'td' || name === 'th') {
      table.inCell = !isEnd;
      if (!isEnd) addCell(table.section, name, attributes);
    } else if (name === 'caption' || name === 'colgroup' || (name === 'col' && !table.inCell)) {
      endSection(table, at, at);
      table.between.push({ name, after: table.sections.length });
      table.inCell = name === 'caption' && !isEnd;
    } else if (!table.inCell) throw unreadable(`<${name}> between its cells`);
  }
  if (open.length > 0) throw unreadable('a table without an end');
  return found;
}

const isBody = ({ name }: Section): boolean => name === undefined || name === 'tbody';

const startSection = (name: string | undefined, tag: string, start: number): Section => ({
  name,
  tag,
  start,
  starts: [],
  reaches: new Map(),
  headers: new Map(),
  end: start,
  after: start,
});

function endSection(table: OpenTable, end: number, after: number): void {
  const { section } = table;
  table.inCell = false;
  table.section = undefined;
  if (!section) return;
  section.end = end;
  section.after = after;
  table.sections.push(section);
}

function toTableRows({ sections, between }: OpenTable): TableRows {
  const first = sections.findIndex(isBody);
  const last = sections.findLastIndex(isBody);
  const bodies = sections.slice(first, last + 1);
  const other =
    bodies.find((section) => !isBody(section)) ?? between.find(({ after }) => after > first && after <= last);
  if (other) throw new CannotDivide(`a <${other.name}> is between its rows`);
  if (bodies.some(({ starts }) => starts.length === 0)) throw new CannotDivide('it has an empty <tbody>');
  const found: TableSection[] = [];
  const starts: number[] = [];
  const isFree: number[] = [];
  const headers = new Map<number, string>();
  for (const section of bodies) {
    for (const [row, columns] of section.headers) if (columns) headers.set(starts.length + row, columns);
    found.push({ tag: section.tag, firstRow: starts.length, end: section.end });
    for (const start of section.starts) starts.push(start);
    for (const each of findFree(section)) isFree.push(each);
  }
  return {
    kind: 'table',
    element: 'tr',
    start: bodies[0]?.start ?? 0,
    end: bodies.at(-1)?.after ?? 0,
    sections: found,
    starts,
    isFree: Uint8Array.from(isFree),
    headers,
    headings: [],
  };
}

function addCell(section: Section | undefined, name: string, attributes: string): void {
  if (!section || section.starts.length === 0) throw unreadable('a cell without a row');
  const { headers } = section;
  const own = section.starts.length - 1;
  if (name === 'td') headers.set(own, '');
  else if (headers.get(own) !== '') {
    const [, columns = '1'] = /\scolspan\s*=\s*(?:["']\s*)?(\d+)/i.exec(attributes) ?? [];
    headers.set(own, `${headers.get(own) ?? ''} ${columns}`);
  }
  const [, value] = /\srowspan\s*=\s*(?:["']\s*)?(\d+)/i.exec(attributes) ?? [];
  if (value === undefined) return;
  const row = section.starts.length - 1;
  const span = Number(value);
  if (span === 0) throw new CannotDivide('a cell reaches to the end of the table (rowspan="0")');
  if (span > 1) section.reaches.set(row, Math.max(section.reaches.get(row) ?? 0, row + span - 1));
}

function findFree({ starts, reaches }: Section): Uint8Array {
  const isFree = new Uint8Array(starts.length);
  let reach = -1;
  for (let row = 0; row < starts.length; row++) {
    isFree[row] = row > reach ? 1 : 0;
    reach = Math.max(reach, reaches.get(row) ?? -1);
  }
  return isFree;
}
