import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { LongDocument } from '../../../../src/render/long-documents/long-document.ts';
import { partHtml, type RowSpan } from '../../../../src/render/long-documents/part-html.ts';
import { readRowStyles } from '../../../../src/render/long-documents/reading/read-row-styles.ts';
import { readTableRows } from '../../../../src/render/long-documents/reading/read-table-rows.ts';

async function tableOf(css: string, count = 20, size = count): Promise<LongDocument> {
  const row = (i: number) =>
    `${i > 0 && i % size === 0 ? '</tbody><tbody class="next">' : ''}<tr><td>${i}</td></tr>`;
  const rows = Array.from({ length: count }, (_, i) => row(i)).join('');
  const html = `<h1>Before</h1><table><thead><tr><th>h</th></tr></thead><tbody>${rows}</tbody></table><p>After</p>`;
  return await toTable(html, css);
}

async function toTable(html: string, css = ''): Promise<LongDocument> {
  const found = await readTableRows(html, 2);
  if (!found) throw new Error('There is no such table.');
  return { html, ...found, ...readRowStyles(css) };
}

/** The texts of the rows of the body; those that are hidden are empty. */
function read({ html }: { html: string }): string[] {
  expect(parse(html).nodeName).toBe('#document');
  const body = html.slice(html.indexOf('<tbody>'), html.lastIndexOf('</tbody>'));
  return [...body.matchAll(/<tr[^>]*>(?:<td>(\d+)<\/td>)?<\/tr>/g)].map(([, text = '']) => text);
}

const wide: RowSpan[] = [[7, 8]];

describe('the HTML of a part', () => {
  it('has its rows, those at both ends, those that make columns wide, and the one before', async () => {
    const table = await tableOf('');
    expect(read(partHtml(table, [0, 4], wide))).toEqual(['0', '1', '2', '3', '7', '19']);
    expect(read(partHtml(table, [5, 8], wide))).toEqual(['0', '4', '5', '6', '7', '19']);
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

  it('has the first and the last row of each section that it has rows of', async () => {
    const table = await tableOf('', 20, 5);
    const { html, lead } = partHtml(table, [12, 14], []);
    const sections = html.slice(html.indexOf('<tbody'), html.lastIndexOf('</tbody>')).split('</tbody>');
    const rows = sections.map((section) => read({ html: `<tbody>${section}</tbody>` }));
    expect(rows).toEqual([
      ['0', '4'],
      ['10', '11', '12', '13', '14'],
      ['15', '19'],
    ]);
    expect(lead).toBe(4);
    expect(sections.map((section) => section.startsWith('<tbody class="next">'))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('has each section at a place where :nth-child() selects it as in the whole document', async () => {
    const table = await tableOf(
      'tbody:nth-child(even) { color: red } tr:nth-last-child(2) { color: red }',
      50,
      5,
    );
    const { html } = partHtml(table, [37, 38], []);
    const sections = html.slice(html.indexOf('<tbody'), html.lastIndexOf('</tbody>')).split('</tbody>');
    for (const [place, section] of sections.entries()) {
      const [, row] = /<td>(\d+)/.exec(section) ?? [];
      if (row) expect(place % 2).toBe(Math.floor(Number(row) / 5) % 2);
    }
    expect(sections.join()).toContain('<td>38</td></tr><tr><td>39</td></tr>');
  });

  it('has the header cells above its rows', async () => {
    const html = `<table>${Array.from({ length: 20 }, (_, i) => (i % 5 === 0 ? `<tr><th colspan="2">${i}</th></tr>` : `<tr><td>${i}</td><td></td></tr>`)).join('')}</table>`;
    const table = await toTable(html);
    const part = partHtml(table, [13, 14], []).html;
    expect([...part.matchAll(/<t[hd][^>]*>(\d+)/g)].map(([, row]) => row)).toEqual([
      '0',
      '10',
      '12',
      '13',
      '19',
    ]);
  });
});

describe('styles', () => {
  it.each([
    ['tr:nth-child(even)', { period: 2 }],
    ['tr:nth-child(4n-1), tr:nth-of-type( 6n + 2 )', { period: 12 }],
    ['tr:nth-child(3)', { period: 1, firstPeriodic: 3 }],
    ['tr { counter-increment: row }', { hasCounters: true }],
    ['tr:nth-last-child(-n+2)', { period: 1, firstPeriodic: 0, lastPeriodic: 3 }],
    ['tr:first-child, a[href="~+"] { content: "nth-last-child" }', { period: 1, hasNeighbours: false }],
  ])('of %s are read', (css, expected) => {
    expect(readRowStyles(`${css} {}`)).toMatchObject(expected);
  });

  it.each([
    'td::before { content: counter(page) }',
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
