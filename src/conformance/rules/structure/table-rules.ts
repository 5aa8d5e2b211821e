/** The geometry of tables and the headers of their cells: clauses 7.2 and 7.5 of PDF/UA. */
import type { StructureElement, StructureTree } from '../../structure/structure-tree.ts';
import { checkTable } from '../../structure/table-grid.ts';
import type { Rule } from '../rule.ts';

const spanRemedy = 'Give each row of the table the same number of cells, counting colspan and rowspan.';
const headerRemedy = 'Mark the header cells of the table as <th scope="col"> or <th scope="row">.';

const intersectionRule: Rule = { pdfua: ['7.2', 15], pdfua2: ['8.2.5.26', 1], remedy: spanRemedy };
const rowsRule: Rule = { pdfua: ['7.2', 41], pdfua2: ['8.2.5.26', 2], remedy: spanRemedy };
const tooManyColumnsRule: Rule = { pdfua: ['7.2', 42], pdfua2: ['8.2.5.26', 3], remedy: spanRemedy };
const columnsRule: Rule = { pdfua: ['7.2', 43], pdfua2: ['8.2.5.26', 4], remedy: spanRemedy };
const headerRule: Rule = { pdfua: ['7.5', 1], pdfua2: ['8.2.5.26', 5], remedy: headerRemedy };
const unknownHeaderRule: Rule = { pdfua: ['7.5', 2], pdfua2: ['8.2.5.26', 6], remedy: headerRemedy };

export const tableRules: readonly Rule[] = [
  ...[intersectionRule, rowsRule, tooManyColumnsRule, columnsRule, headerRule, unknownHeaderRule],
];

export type Report = (rule: Rule, element: StructureElement, message: string) => void;

export function checkTableRules(tree: StructureTree, table: StructureElement, report: Report): void {
  const { wrongRow, wrongColumns, columns, wrongColumn, intersecting, withoutHeader, unknownHeaders } =
    checkTable(tree, table);
  for (const cell of intersecting) {
    report(intersectionRule, cell, 'A cell of a table takes the place of another one.');
  }
  if (wrongColumn !== undefined) {
    report(rowsRule, table, `Column ${wrongColumn + 1} of a table spans more rows than the table has.`);
  }
  if (wrongRow !== undefined && wrongColumns === undefined) {
    report(
      tooManyColumnsRule,
      table,
      `Row ${wrongRow + 1} of a table has more than the ${columns} columns of its first row.`,
    );
  } else if (wrongRow !== undefined) {
    report(
      columnsRule,
      table,
      `Row ${wrongRow + 1} of a table has ${wrongColumns} columns instead of ${columns}.`,
    );
  }
  if (!withoutHeader) return;
  if (unknownHeaders.length === 0) {
    report(
      headerRule,
      withoutHeader,
      'A data cell of a table has no header cell with a scope, and names none by its ID.',
    );
  } else {
    const names = unknownHeaders.slice(0, 5).join(', ');
    report(
      unknownHeaderRule,
      withoutHeader,
      `A data cell of a table names the headers ${names}, which the table does not have.`,
    );
  }
}
