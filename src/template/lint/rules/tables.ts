/** Tables of data name their rows or columns. */
import { ancestorsOf, getAttribute, isPresentation, type LintElement } from '../lint-document.ts';
import type { LintCheck } from './report.ts';

interface Table {
  readonly element: LintElement;
  /** The table whose cell it is in. */
  readonly outer: Table | undefined;
  hasHeaders: boolean;
  cells: number;
}

export const checkTables: LintCheck = (document, report) => {
  const tables = new Map<LintElement, Table>();
  /** Element → the table that it is in, so that no chain of ancestors is walked twice. */
  const owners = new Map<LintElement, Table | undefined>();
  for (const element of document.elements) {
    const [parent] = ancestorsOf(element);
    const outer = parent && owners.get(parent);
    if (element.tagName !== 'table') {
      owners.set(element, outer);
      if (!outer) continue;
      if (isHeader(element)) outer.hasHeaders = true;
      if (element.tagName === 'td' || element.tagName === 'th') outer.cells++;
      continue;
    }
    const table = { element, outer, hasHeaders: false, cells: 0 };
    tables.set(element, table);
    owners.set(element, table);
  }
  for (const { element, outer, hasHeaders, cells } of tables.values()) {
    if (isPresentation(element) || document.isUnknown(element)) continue;
    if (!hasHeaders && cells > 0 && !document.hasPrintedRows(element)) {
      report(
        'table-headers',
        element,
        'This table has no header cells: write those of its columns or rows as <th>, or add role="presentation" if it is only layout.',
      );
    }
    if (outer && !isPresentation(outer.element)) {
      report(
        'table-nested',
        element,
        'This table is in a cell of another one, which readers of the PDF can hardly follow: use one table, or add role="presentation" to the one that is only layout.',
      );
    }
  }
};

const isHeader = (element: LintElement): boolean =>
  element.tagName === 'th' || /^\s*(?:column|row)header\b/i.test(getAttribute(element, 'role') ?? '');
