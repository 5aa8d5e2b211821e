/** Writes the HTML of a part: the whole document with some of the rows. */

import type { Counters } from './counters.ts';
import {
  CannotDivide,
  countRows,
  endOfRow,
  freeRowAfter,
  freeRowAt,
  type LongDocument,
  rowsOfSection,
  sectionAt,
} from './long-document.ts';
import type { CounterEffect, CountersBefore } from './part-layout.ts';

/** Rows from one up to another. */
export type RowSpan = readonly [from: number, to: number];

export interface PartHtml {
  readonly html: string;
  /** The rows before those of the part. */
  readonly lead: number;
  /** All rows of the table's sections. */
  readonly rows: number;
  /** Effects on counters of the rows and sections that are left out. */
  readonly counters: readonly CountersBefore[];
}

const hidden = 'hidden style="display:none!important"';
const hiddenRow = (name: string) => `<${name} ${hidden}></${name}>`;
/** Where the items of a list or the blocks of a text begin: see `findPartRows`. */
const itemsMark = '<!--pdfapi-items-->';
const hiddenSection = `<tbody ${hidden}></tbody>`;

/** Rows that styles can select one by one, and that are therefore in each part. */
const maxSingleRows = 60;

/**
 * Each part lays out the rows that make the columns as wide as they are, the row before its first one, and those at the top
 * and at the end of the table and of the sections in it, which styles select. All are in the order of the document.
 */
export function partHtml(
  table: LongDocument,
  own: RowSpan,
  wide: readonly RowSpan[],
  counters?: Counters,
): PartHtml {
  const [from] = own;
  const before: RowSpan[] =
    from === 0
      ? []
      : [[freeRowAt(table, from - 1), from], ...headersBefore(table, from), ...headingsBefore(table, from)];
  const spans = merge(withEnds(table, [...endsOfTable(table), ...before, own, ...wide]));
  return compose(table, own, { spans, counters });
}

/** Where the rows at the top end, which may name the columns. */
export function topRows(table: LongDocument): number {
  const { firstPeriodic } = table;
  if (Math.max(firstPeriodic, table.lastPeriodic) > maxSingleRows) {
    throw new CannotDivide('its styles count many rows (:nth-child)');
  }
  const [, end] = rowsOfSection(table, 0);
  return Math.min(end, freeRowAfter(table, Math.max(0, firstPeriodic - 1)));
}

/** Where the row at the end begins, or that before it if its styles depend on it. */
export const lastRows = (table: LongDocument): number => withNeighbour(table, countRows(table) - 1)[0];

/** Rows as they are in the whole document, where styles may depend on the row before them. */
export function withNeighbour(table: LongDocument, row: number): RowSpan {
  const start = freeRowAt(table, row);
  const before = table.hasNeighbours && start > 0 ? freeRowAt(table, start - 1) : start;
  return [before, freeRowAfter(table, row)];
}

/** The last rows of header cells before a row, which its cells belong to: one for each division into columns. */
function headersBefore(table: LongDocument, row: number): RowSpan[] {
  const found = new Map<string, number>();
  for (const [header, columns] of table.headers) {
    if (header >= row) break;
    found.set(columns, header);
  }
  if (found.size > maxSingleRows) throw new CannotDivide('its header cells have many different columns');
  return [...found.values()].map((header) => [freeRowAt(table, header), freeRowAfter(table, header)]);
}

/**
 * The headings that the first one from a row on is below in the outline: the last one of each level that is not within another.
 * Later headings are below the same ones, or below that first one.
 */
function headingsBefore({ headings }: LongDocument, row: number): RowSpan[] {
  const found: RowSpan[] = [];
  let above = headings.find((heading) => heading.row >= row)?.level ?? 7;
  for (let i = headings.length - 1; i >= 0 && above > 1; i--) {
    const heading = headings[i];
    if (!heading || heading.row >= row || heading.level >= above) continue;
    above = heading.level;
    found.push([heading.row, heading.row + 1]);
  }
  return found;
}

/** A row of each section at the top and at the end that styles can select. */
function endsOfTable(table: LongDocument): RowSpan[] {
  const { firstPeriodic, lastPeriodic, sections } = table;
  const ends: RowSpan[] = [];
  for (const [i, { firstRow }] of sections.entries()) {
    const isTop = i < Math.max(1, firstPeriodic);
    if (isTop || i >= sections.length - Math.max(1, lastPeriodic)) ends.push(withNeighbour(table, firstRow));
  }
  return ends;
}

/** Adds the rows at the top and at the end of the sections that rows are of. */
function withEnds(table: LongDocument, spans: readonly RowSpan[]): RowSpan[] {
  const { firstPeriodic, lastPeriodic } = table;
  const all = [...spans];
  const touched = new Set<number>();
  for (const [start, end] of spans) {
    const last = sectionAt(table, end - 1);
    // The sections between them are complete.
    for (const section of [sectionAt(table, start), last]) touched.add(section);
  }
  for (const section of touched) {
    const [first, end] = rowsOfSection(table, section);
    all.push([
      first,
      Math.min(end, freeRowAfter(table, Math.min(end, first + Math.max(1, firstPeriodic)) - 1)),
    ]);
    const [start] = withNeighbour(table, Math.max(first, end - Math.max(1, lastPeriodic)));
    all.push([Math.max(first, start), end]);
  }
  return all;
}

/** Spans in their order, of which none touches another one. */
function merge(spans: readonly RowSpan[]): RowSpan[] {
  const merged: RowSpan[] = [];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], span[1])];
    else merged.push(span);
  }
  return merged;
}

interface Composed {
  /** As `merge` returns them, with the rows of the part. */
  readonly spans: readonly RowSpan[];
  /** The counters of all rows, for the effects of those that are left out. Undefined if rows do not count. */
  readonly counters: Counters | undefined;
}

function compose(table: LongDocument, [from]: RowSpan, { spans, counters }: Composed): PartHtml {
  const { html, start, end, period, kind, element = 'div' } = table;
  const endTag = kind === 'table' ? '</tbody>' : '';
  const pieces = [html.slice(0, start), kind === 'table' ? '' : itemsMark];
  const before: CountersBefore[] = [];
  let rows = 0;
  let lead = 0;
  let section = -1;
  let sections = 0;
  let rowsInSection = 0;
  /** The row after the last one that is there. */
  let next = 0;
  for (const [first, last] of spans) {
    for (let row = first; row < last; ) {
      const index = sectionAt(table, row);
      const [sectionStart, sectionEnd] = rowsOfSection(table, index);
      if (index !== section) {
        if (section >= 0) pieces.push(endTag);
        let skipped: readonly CounterEffect[] = [];
        if (counters && section + 1 < index) {
          skipped = counters.ofSections(table, section + 1, index);
        }
        // `:nth-child()` then selects the same sections and rows as in the whole document.
        const padding = modulo(index - sections, period);
        pieces.push(hiddenSection.repeat(padding), table.sections[index]?.tag ?? '');
        section = index;
        sections += padding + 1;
        if (skipped.length > 0) before.push({ index: sections - 1, isSection: true, effects: skipped });
        rowsInSection = 0;
        next = sectionStart;
      }
      const to = Math.min(last, sectionEnd);
      const padding = modulo(row - sectionStart - rowsInSection, period);
      pieces.push(hiddenRow(element).repeat(padding), html.slice(table.starts[row], endOfRow(table, to - 1)));
      if (row <= from && from < to) lead = rows + padding + from - row;
      if (counters && next < row) {
        before.push({ index: rows + padding, isSection: false, effects: counters.ofRows(next, row) });
      }
      rows += padding + to - row;
      rowsInSection += padding + to - row;
      row = to;
      next = to;
    }
  }
  pieces.push(endTag, html.slice(end));
  return { html: pieces.join(''), lead, rows, counters: before };
}

const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;
