export interface PartRows {
  /** Undefined for a list or a text. */
  readonly table: HTMLTableElement | undefined;
  /** The table, or what the items of a list or the blocks of a text are in. */
  readonly container: Element;
  /** The rows of the table's bodies, or those items or blocks. */
  readonly rows: readonly HTMLElement[];
}

/** Returns what a comment marks as a list or a text (see `partHtml`), or the table with most rows. */
export function findPartRows(document: Document): PartRows | undefined {
  const comments = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    const { nodeValue, parentElement } = comment;
    if (nodeValue !== 'pdfapi-items' || !parentElement) continue;
    return { table: undefined, container: parentElement, rows: [...parentElement.children] as HTMLElement[] };
  }
  let largest: PartRows | undefined;
  for (const table of document.querySelectorAll('table')) {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
    if (rows.length > (largest?.rows.length ?? -1)) largest = { table, container: table, rows };
  }
  return largest;
}
