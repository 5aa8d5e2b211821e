/** Sheets of Excel workbooks as rows. */
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { dataOf, rowsOf } from '../../../cli/commands/batch/rows-of.ts';

/** A ZIP file with one entry for each part. */
function zipOf(parts: Readonly<Record<string, string | Buffer>>, method: 0 | 8 = 8): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = Buffer.isBuffer(text) ? text : method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\0\0'), fields, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...entries, end]);
}

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="[$-407]d. mmmm yyyy hh:mm"/><numFmt numFmtId="168" formatCode="[Red]0.00"/><numFmt numFmtId="169" formatCode="00000"/><numFmt numFmtId="170" formatCode="[$-407]0000;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 164, 165, 166, 167, 168, 9, 22, 169, 170].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;

const workbook = (sheetData: string, more: Readonly<Record<string, string>> = {}, properties = '') => ({
  'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="hidden" state="hidden" r:id="rId1"/><sheet name="Lines" r:id="rId2"/><sheet name="Other" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': '<worksheet/>',
  'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>no</t></si><si><r><t>na</t></r><r><t xml:space="preserve">me</t></r><rPh><t>NA</t></rPh></si><si><t>A, "B"_x000D_\n&amp; C</t></si></sst>',
  'xl/styles.xml': styles,
  ...more,
});
const shared = (reference: string, index: number) => `<c r="${reference}" t="s"><v>${index}</v></c>`;
const header = `<row r="1">${shared('A1', 0)}${shared('B1', 1)}</row>`;
const rowsIn = async (sheetData: string, properties = '') =>
  await rowsOf('a.xlsx', zipOf(workbook(sheetData, {}, properties)));
const cellsOf = async (cells: readonly string[], properties = '') => {
  const rows = cells.map((cell, index) => `<row r="${index + 2}">${cell}</row>`).join('');
  const all = await rowsIn(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>v</t></is></c></row>${rows}`,
    properties,
  );
  return all.map((row) => ('data' in row ? row.data.v : row.failure.message));
};

it('says where the header must be if there is a title above it', async () => {
  const [row] = await rowsIn(`<row r="1">${shared('A1', 0)}</row>${header.replaceAll('1"', '2"')}`);
  expect(row).toMatchObject({
    failure: {
      message: 'The header names 1 column, but this row has 2.',
      hint: expect.stringContaining('The first row of the sheet that is not empty must name all columns'),
    },
  });
});

it('names a formula that nothing has calculated, and takes the empty text of one', async () => {
  for (const value of ['', '<v/>', '<v></v>']) {
    const cells = ['<c r="A2"><v>1</v></c>', `<c r="A3"><f>1+1</f>${value}</c>`];
    await expect(cellsOf(cells)).rejects.toMatchObject({
      message: 'The cell A3 has a formula without a value.',
      location: { line: 3 },
    });
  }
  expect(await cellsOf(['<c r="A2" t="str"><f>B1</f><v></v></c><c r="B2"><v>1</v></c>'])).toHaveLength(1);
  expect(await cellsOf(['<c r="A2"><f>1+1</f><v>2</v></c>'])).toEqual(['2']);
});

it('reads the first sheet that is shown, with the numbers of its rows', async () => {
  const rows = await rowsIn(
    `${header}<row r="2"><c r="A2"><v>1</v></c>${shared('B2', 2)}</row><row r="5"><c r="B5"><v>2.5</v></c></row><row r="6"/>`,
  );
  expect(rows).toMatchObject([
    { number: 1, line: 2, data: { no: '1', name: 'A, "B"\r\n& C' } },
    { number: 2, data: { no: '', name: '2.5' } },
  ]);
  expect(rows).toHaveLength(2);
});

it('reads texts, truth values, what formulas gave, and numbers as they are shown', async () => {
  expect(
    await cellsOf([
      '<c r="A2" t="str"><f>A1&amp;"x"</f><v>vx</v></c>',
      '<c r="A3" t="b"><v>1</v></c>',
      '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>',
      '<c><v>1234567890123</v></c>',
      '<c s="3"><v>12.5</v></c>',
      '<c s="6"><v>-3</v></c>',
      '<c s="7"><v>0.19</v></c>',
      '<c t="d"><v>2026-11-30</v></c>',
    ]),
  ).toEqual(['vx', 'true', '0.3', '1234567890123', '12.5', '-3', '0.19', '2026-11-30']);
});

it('keeps the zeros that the format of postcodes shows', async () => {
  const cells = ['<c s="9"><v>1069</v></c>', '<c s="9"><v>79100</v></c>', '<c s="10"><v>42</v></c>'];
  expect(await cellsOf([...cells, '<c s="9"><v>1.5</v></c>'])).toEqual(['01069', '79100', '0042', '1.5']);
});

it('reads dates by the format of their cell, from 1900 or 1904', async () => {
  const cells = [
    '<c s="1"><v>46356</v></c>',
    '<c s="2"><v>46356</v></c>',
    '<c s="5"><v>46356.572916666664</v></c>',
    '<c s="8"><v>46356</v></c>',
    '<c s="4"><v>1.1041666666666667</v></c>',
    '<c s="1"><v>1</v></c>',
    '<c s="1"><v>61</v></c>',
    '<c s="1"><v>-1</v></c>',
  ];
  expect(await cellsOf(cells)).toEqual([
    '2026-11-30',
    '2026-11-30',
    '2026-11-30T13:45:00',
    '2026-11-30T00:00:00',
    '26:30:00',
    '1900-01-01',
    '1900-03-01',
    '-1',
  ]);
  expect(await cellsOf(['<c s="1"><v>44894</v></c>'], '<workbookPr date1904="1"/>')).toEqual(['2026-11-30']);
});

it('reads numbers without a decimal comma, whatever is said of CSV', async () => {
  const zip = zipOf(workbook(`${header}<row r="2"><c r="A2"><v>1.234</v></c></row>`), 0);
  expect(dataOf(await rowsOf('a.xlsx', zip, { decimal: ',', typed: true, delimiter: ';' }))).toEqual([
    { no: 1.234, name: '' },
  ]);
});

it('names a cell with an error, and a row with more cells than the header', async () => {
  await expect(rowsIn(`${header}<row r="2"><c r="B2" t="e"><v>#REF!</v></c></row>`)).rejects.toMatchObject({
    message: 'The cell B2 has an error: #REF!',
    location: { file: expect.stringMatching(/a\.xlsx$/), line: 2 },
  });
  const [row] = await rowsIn(`${header}<row r="2"><c r="D2"><v>1</v></c></row>`);
  expect(row).toMatchObject({ failure: { message: 'The header names 2 columns, but this row has 4.' } });
});

it.each([
  ['no ZIP file', Buffer.from('name\nAda\n'.repeat(20)), 'damaged'],
  ['an empty file', Buffer.alloc(0), 'damaged'],
  ['a ZIP file without a sheet', zipOf({ 'a.txt': 'x' }), 'It has no sheet'],
  ['a cut file', zipOf(workbook(header)).subarray(0, 900), 'damaged'],
  [
    'data that cannot be unpacked',
    zipOf({ 'xl/workbook.xml': Buffer.from('\xff\xff\xff', 'latin1') }),
    'damaged',
  ],
  ['bad XML', zipOf(workbook('<row><c></row>')), 'not well-formed'],
  ['rows that go back', zipOf(workbook('<row r="2"/><row r="1"/>')), 'not in order'],
  ['a row beyond any sheet', zipOf(workbook('<row r="99999999"/>')), 'not in order'],
  ['cells that go back', zipOf(workbook('<row><c r="B1"/><c r="A1"/></row>')), 'not in order'],
  [
    'a bomb',
    zipOf({ 'xl/workbook.xml': Buffer.from(deflateRawSync(Buffer.alloc(300 * 1024 * 1024))) }),
    '256 MB',
  ],
])('rejects %s', async (_, bytes, message) => {
  await expect(rowsOf('a.xlsx', bytes)).rejects.toMatchObject({
    code: 'invalid_data',
    message: expect.stringContaining(message),
  });
});
