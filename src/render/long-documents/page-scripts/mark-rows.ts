import type { MarkedRows, MarkOptions } from '../part-layout.ts';
import type { TableScriptParts } from './table-script-parts.ts';

/** Gives each row of a part a place in the PDF, and lets links lead to other parts. */
export function markRows(
  parts: TableScriptParts,
  { rows: expected, lead, count, breaks, linked, elsewhere, ordinal }: MarkOptions,
): MarkedRows {
  const document = parts.unclobberedDocument();
  const found = parts.findPartRows(document);
  const failed = { names: [], headRows: 0, footRows: 0, widths: [] };
  if (found?.rows.length !== expected) {
    return { ...failed, reason: 'its HTML is not read as it is written' };
  }
  const { table, rows } = found;
  const cells = table ? ((rows[0] as HTMLTableRowElement | undefined)?.cells ?? []) : [];
  const widths = [...cells].map((cell) => cell.getBoundingClientRect().width);
  const items = table ? undefined : parts.numberItems(found, { lead, count, ordinal });
  const reason = items?.reason ?? (table ? undefined : parts.findBoxReason(found.container, 'text'));
  if (reason) return { ...failed, reason };
  // Rows that are there for their widths must not take a name from those of the part.
  for (const row of [...rows.slice(0, lead), ...rows.slice(lead + count)]) {
    for (const element of [row, ...row.querySelectorAll('[id]')]) {
      if (!element.id) continue;
      const all = document.querySelectorAll(`#${CSS.escape(element.id)}`);
      if (all.length > 1) element.removeAttribute('id');
    }
  }
  const head = document.head ?? document.documentElement;
  for (const name of elsewhere) {
    const anchor = document.createElement('a');
    anchor.id = name;
    head.append(anchor);
  }
  const link = (name: string) => {
    const anchor = document.createElement('a');
    anchor.setAttribute('href', `#${name}`);
    head.append(anchor);
  };
  const away = new Set(elsewhere);
  for (const name of linked) if (!away.has(name)) link(encodeURIComponent(name));
  const names: string[] = [];
  for (const [i, row] of rows.slice(lead, lead + count).entries()) {
    // With an id it would get a tag, which an empty paragraph has not.
    if (!table && !row.id && row.children.length === 0 && !/\S/.test(row.textContent)) {
      names.push('');
      continue;
    }
    if (!row.id) row.id = `pdfapi-row-${i}`;
    else if (!row.id.isWellFormed() || document.getElementById(row.id) !== row) {
      return { ...failed, reason: 'two of its elements have the same id' };
    }
    const name = encodeURIComponent(row.id);
    names.push(name);
    link(name);
  }
  const first = rows[lead];
  if (breaks && table) {
    // A section may be what does not break before its first row.
    const breaking = first?.previousElementSibling ? first : first?.parentElement;
    breaking?.style.setProperty('break-before', 'page', 'important');
  } else if (breaks) parts.fillPageBefore(rows.slice(0, lead));
  return {
    names,
    headRows: table?.tHead?.rows.length ?? 0,
    footRows: table?.tFoot?.rows.length ?? 0,
    widths,
    ordinals: items?.ordinals,
  };
}
