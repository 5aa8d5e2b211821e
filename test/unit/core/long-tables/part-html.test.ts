import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { LongTable } from '../../../../src/core/long-tables/long-table.ts';
import { partHtml, type RowSpan } from '../../../../src/core/long-tables/part-html.ts';
import { readRowStyles } from '../../../../src/core/long-tables/read-row-styles.ts';
import { readTableRows } from '../../../../src/core/long-tables/read-table-rows.ts';

async function tableOf(css: string, count = 20): Promise<LongTable> {
  const rows = Array.from({ length: count }, (_, i) => `<tr><td>${i}</td></tr>`).join('');
  const html = `<h1>Before</h1><table><thead><tr><th>h</th></tr></thead><tbody>${rows}</tbody></table><p>After</p>`;
  return { html, ...(await readTableRows(html, 2)), ...readRowStyles(css) };
}

/** The texts of the rows of the body; those that are hidden are empty. */
function read({ html }: { html: string }): string[] {
  expect(parse(html).nodeName).toBe('#document');
  const body = html.slice(html.indexOf('<tbody>'), html.indexOf('</tbody>'));
  return [...body.matchAll(/<tr[^>]*>(?:<td>(\d+)<\/td>)?<\/tr>/g)].map(([, text = '']) => text);
}

const wide: RowSpan[] = [[7, 8]];

describe('the HTML of a part', () => {
  it('has its rows, those at both ends, those that make columns wide, and the one before', async () => {
    const table = await tableOf('');
    expect(read(partHtml(table, [0, 4], wide))).toEqual(['0', '1', '2', '3', '7', '19']);
    expect(read(partHtml(table, [12, 14], wide))).toEqual(['0', '7', '11', '12', '13', '19']);
    expect(read(partHtml(table, [17, 20], wide))).toEqual(['0', '7', '16', '17', '18', '19']);
    expect(partHtml(table, [12, 14], wide)).toMatchObject({ lead: 3, rows: 6 });
  });

  it('has each row at a place where :nth-child() selects it as in the whole document', async () => {
    const table = await tableOf('tr:nth-child(3n+1) { color: red } tr:nth-child(even) { color: blue }');
    const part = partHtml(table, [12, 14], wide);
    const rows = read(part);
    for (const [place, row] of rows.entries()) if (row) expect(place % 6).toBe(Number(row) % 6);
    expect(rows.slice(part.lead, part.lead + 2)).toEqual(['12', '13']);
  });

  it('has the neighbour of a row that styles may depend on', async () => {
    const table = await tableOf('tr + tr { color: red }');
    expect(read(partHtml(table, [12, 14], []))).toEqual(['0', '11', '12', '13', '18', '19']);
  });
});

describe('styles', () => {
  it.each([
    ['tr:nth-child(even)', { period: 2 }],
    ['tr:nth-child(4n-1), tr:nth-of-type( 6n + 2 )', { period: 12 }],
    ['tr:nth-child(3)', { period: 1, firstPeriodic: 3 }],
    ['tr:first-child, a[href="~+"] { content: "nth-last-child" }', { period: 1, hasNeighbours: false }],
  ])('of %s are read', (css, expected) => {
    expect(readRowStyles(`${css} {}`)).toMatchObject(expected);
  });

  it.each([
    'tr { counter-increment: row }',
    'tr:nth-last-child(2) {}',
    'a ~ b {}',
    'table:has(b) {}',
    '@page :left {}',
    '@page cover {}',
    'p { position: fixed }',
    'tr:nth-child(2n of .x) {}',
  ])('that would be others in a part are rejected: %s', (css) => {
    expect(() => readRowStyles(css)).toThrow();
  });
});
