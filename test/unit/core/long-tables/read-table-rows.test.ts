import { describe, expect, it } from 'vitest';
import { CannotDivide } from '../../../../src/core/long-tables/long-table.ts';
import { readTableRows } from '../../../../src/core/long-tables/read-table-rows.ts';

const rowsOf = async (html: string, minRows = 2) => {
  const { starts, isFree } = await readTableRows(html, minRows);
  return starts.slice(0, -1).map((start, i) => [html.slice(start, starts[i + 1]), Boolean(isFree[i])]);
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

  it.each([
    ['<table><tr><td>1<tr>text<td>2</table>', 'its HTML has text between its cells'],
    ['<table><tr><td>1<tr><b>2</b></table>', 'its HTML has <b> between its cells'],
    ['<table><tr><td>1<tr><td a="1"b>2</table>', 'its HTML has a tag that is written in an unusual way'],
    ['<table><tr><td>1<tr><td>2', 'its HTML has a table without an end'],
    ['<table><tr><td>1<tr><td><select></select></table>', 'it has an element <select>'],
    ['<table><tr><td rowspan="0">1<tr><td>2</table>', 'a cell reaches to the end of the table (rowspan="0")'],
    ['<table><tr><td>1</table><!-- <tr><td>2', 'its HTML has a comment without an end'],
    ['<table><tr><td><table><tr><td>1<tr><td>2</table></table>', 'the long table is within another table'],
    ['<table><tr><td>1</table>', 'no section of a table has most of its rows'],
  ])('are not looked for in %s', async (html, reason) => {
    expect(await rejected(html)).toBe(reason);
  });
});
