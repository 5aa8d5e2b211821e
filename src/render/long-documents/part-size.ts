/** How many rows are laid out together. */
import {
  countRows,
  endOfRow,
  freeRowAfter,
  freeRowAt,
  type LongDocument,
  rowsOfSection,
  sectionAt,
} from './long-document.ts';

export interface PartSize {
  /** Rows of a part at the most. */
  readonly maxRows?: number | undefined;
}

const defaultMaxRows = 2_000;
/** The most characters of the HTML of a part. */
const maxCharacters = 1_500_000;

/** Returns where a part ends that begins with a row: after another section, if there is one, and not within rows that share cells. */
export function endOfPart(table: LongDocument, from: number, { maxRows = defaultMaxRows }: PartSize): number {
  const rows = countRows(table);
  let end = Math.min(rows, from + maxRows);
  while (end > from + 1 && endOfRow(table, end - 1) - (table.starts[from] ?? 0) > maxCharacters) {
    end = from + Math.max(1, (end - from) >> 1);
  }
  if (end === rows) return rows;
  const [section] = rowsOfSection(table, sectionAt(table, end));
  // A section that does not break if it fits on a page is complete then.
  if (section >= from + (end - from) / 2) return section;
  const free = freeRowAt(table, end);
  return free > from ? free : freeRowAfter(table, from);
}
