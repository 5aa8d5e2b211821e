import { describe, expect, it } from 'vitest';
import {
  CannotDivide,
  endOfRow,
  type TableRows,
} from '../../../../../src/render/long-documents/long-document.ts';
import { readTableRows } from '../../../../../src/render/long-documents/reading/read-table-rows.ts';

async function tableIn(html: string, minRows: number): Promise<TableRows> {
  const rows = await readTableRows(html, minRows);
  if (!rows) throw new Error('There is no such table.');
  return rows;
}

const rowsOf = async (html: string, minRows = 2) => {
  const rows = await tableIn(html, minRows);
  return rows.starts.map((start, i) => [html.slice(start, endOfRow(rows, i)), Boolean(rows.isFree[i])]);
};

const rejected = async (html: string, minRows = 2) =>
  await readTableRows(html, minRows).then(
    () => 'accepted',
    (error: unknown) => (error instanceof CannotDivide ? error.message : error),
  );

describe('the rows of a table', () => {
  it('are found with and without end tags and sections', async () => {
    expect(await rowsOf('<p>x<table><tr><td>1</td></tr>\n<tr><td>2</table>')).toEqual([
      ['<tr><td>1</td></tr>\n', true],
      ['<tr><td>2', true],
    ]);
    const sections =
      '<TABLE><thead><tr><th>h</thead><tbody><tr><td>1<tr><td>2</tbody><tfoot><tr><td>f</table>';
    expect((await rowsOf(sections)).map(([row]) => row)).toEqual(['<tr><td>1', '<tr><td>2']);
  });

  it('are those of all sections', async () => {
    const html = '<table><tbody id="a"><tr><td>1<tr><td>2</tbody><tr><td>3<tbody><tr><td>4</table>';
    const { start, end, sections } = await tableIn(html, 4);
    expect(html.slice(start, end)).toBe(html.slice(7, -8));
    expect(sections).toMatchObject([
      { tag: '<tbody id="a">', firstRow: 0 },
      { tag: '<tbody>', firstRow: 2 },
      { tag: '<tbody>', firstRow: 3 },
    ]);
    expect((await rowsOf(html)).map(([row]) => row)).toEqual([
      '<tr><td>1',
      '<tr><td>2',
      '<tr><td>3',
      '<tr><td>4',
    ]);
  });

  it('may contain tables, comments, and attributes with any signs', async () => {
    const inner = '<table><tr><td>a<tr><td>b<tr><td>c</table>';
    const html = `<table><tr title="</table><tr>"><td>${inner}</td></tr><!-- <tr> --><tr><td>a < b</td></tr><tr><td>3</td></tr></table>`;
    await expect(rowsOf(html)).rejects.toThrow('within another table');
    expect(await rowsOf(html.replace(inner, ''), 3)).toHaveLength(3);
  });

  it('are free unless a cell of a row before reaches into them', async () => {
    const html = '<table><tr><td rowspan=3>1<tr><td>2<tr><td rowspan="2">3<tr><td>4<tr><td>5</table>';
    expect((await rowsOf(html)).map(([, isFree]) => isFree)).toEqual([true, false, false, false, true]);
  });

  it('are none without a table of so many', async () => {
    expect(await readTableRows('<table><tr><td>1</table>', 2)).toBeUndefined();
    expect(await readTableRows('<p>a<p>b', 2)).toBeUndefined();
  });

  it.each([
    ['<table><tr><td>1<tr>text<td>2</table>', 'its HTML has text between its cells'],
    ['<table><tr><td>1<tr><b>2</b></table>', 'its HTML has <b> between its cells'],
    ['<table><tr><td>1<tr><td a="1"b>2</table>', 'its HTML has a tag that is written in an unusual way'],
    ['<table><tr><td>1<tr><td>2', 'its HTML has a table without an end'],
    ['<table><tr><td>1<tr><td><select></select></table>', 'it has an element <select>'],
    ['<table><tr><td rowspan="0">1<tr><td>2</table>', 'a cell reaches to the end of the table (rowspan="0")'],
    ['<table><tr><td>1</table><!-- <tr><td>2', 'its HTML has a comment without an end'],
    ['<table><tr><td><table><tr><td>1<tr><td>2</table></table>', 'the long table is within another table'],
    ['<table><tr><td>1<tfoot></tfoot><tr><td>2</table>', 'a <tfoot> is between its rows'],
    ['<table><tr><td>1</tbody><caption>x</caption><tr><td>2</table>', 'a <caption> is between its rows'],
    ['<table><tr><td>1</tbody><tbody></tbody><tr><td>2</table>', 'it has an empty <tbody>'],
  ])('are not looked for in %s', async (html, reason) => {
    expect(await rejected(html)).toBe(reason);
  });
});
