interface TableRows {
  readonly table: HTMLTableElement;
  readonly rows: readonly HTMLTableRowElement[];
}

/** Returns the table with most rows, and the rows of its bodies. */
export function findLargestTable(document: Document): TableRows | undefined {
  let largest: TableRows | undefined;
  for (const table of document.querySelectorAll('table')) {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    if (rows.length > (largest?.rows.length ?? -1)) largest = { table, rows };
  }
  return largest;
}
