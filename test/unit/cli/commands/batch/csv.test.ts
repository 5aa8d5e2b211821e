/** CSV as spreadsheets and databases write it. */
import { describe, expect, it } from 'vitest';
import { parseCsvDecimal } from '../../../../../src/contract/document/csv-decimal.ts';
import type { Failure } from '../../../../../src/contract/errors.ts';
import { type CsvOptions, readCsvRows } from '../../../../../src/template/rows/read-csv-rows.ts';
import type { Row } from '../../../../../src/template/rows/row.ts';
import { collect, dataOf, inPieces, rowsOf } from './rows-of.ts';

it('reads each line as a row of text values, named by the header', async () => {
  const rows = await rowsOf('a.csv', 'number,name\n007,Ada\n1.50,\n');
  expect(rows).toEqual([
    { number: 1, line: 2, raw: '007,Ada', data: { number: '007', name: 'Ada' } },
    { number: 2, line: 3, raw: '1.50,', data: { number: '1.50', name: '' } },
  ]);
});

it('reads UTF-16, as Excel saves "Unicode text", also without a byte order mark', async () => {
  const text = Buffer.from('\ufeffname\tcity\r\nÄnne\tKöln', 'utf16le');
  const bare = text.subarray(2);
  for (const bytes of [text, Buffer.from(text).swap16(), bare, Buffer.from(bare).swap16()]) {
    expect(dataOf(await rowsOf('a.csv', bytes))).toEqual([{ name: 'Änne', city: 'Köln' }]);
  }
});

it('takes the delimiter from the first line that Excel writes', async () => {
  const rows = await rowsOf('a.csv', 'sep=;\r\na,b;c\r\n1;2\r\n');
  expect(rows).toEqual([{ number: 1, line: 3, raw: '1;2', data: { 'a,b': '1', c: '2' } }]);
});

it('skips rows whose cells are all empty, and says how many', async () => {
  const skipped: unknown[] = [];
  const onSkipped = (...given: unknown[]) => void skipped.push(given);
  const text = inPieces('a;b\n;\n1;2\n;;;\n" "; \n3;\n;\n\n', 1_000);
  expect(await collect(readCsvRows('a.csv', text, { onSkipped }))).toMatchObject([
    { number: 1, line: 3, data: { a: '1', b: '2' } },
    { number: 2, line: 6, data: { a: '3', b: '' } },
  ]);
  expect(skipped).toEqual([[4, 'a.csv']]);
});

it('names a workbook', async () => {
  const bytes = Buffer.from('PK\u0003\u0004and so on', 'latin1');
  await expect(rowsOf('a.csv', bytes)).rejects.toThrow('a.csv is a workbook of Excel or LibreOffice');
});

it('reads decimal commas where they are asked for', async () => {
  const cells = [
    '23,90',
    '1.234,50',
    '-1 234,5',
    "1'000",
    '1.234',
    '007',
    '1,2,3',
    '12.05.2026',
    '1.5',
    '',
    'a,b',
    '5',
  ];
  const text = cells.map((cell) => `"${cell}"`).join('\n');
  const rows = await collect(readCsvRows('a.csv', inPieces(`n\n${text}`, 1_000), { decimal: ',:n' }));
  expect(rows.map((row) => 'data' in row && row.data.n)).toEqual([
    '23.90',
    '1234.50',
    '-1234.5',
    '1000',
    '1234',
    '007',
    '1,2,3',
    '12.05.2026',
    '1.5',
    'a,b',
    '5',
  ]);
  const typed = await collect(
    readCsvRows('a.csv', inPieces('n;m\n23,90;1.5', 1_000), { decimal: ',', typed: true }),
  );
  expect(dataOf(typed)).toEqual([{ n: 23.9, m: 1.5 }]);
});

describe('a decimal comma', () => {
  const header = 'nr;artnr;tel;text;preis';
  const warned: unknown[] = [];
  const read = async (line: string, options: CsvOptions) => {
    warned.length = 0;
    const onWarning = ({ message, location }: Failure) => void warned.push([message, location?.line]);
    const text = inPieces(`${header}\n${line}\n`, 1_000);
    const rows = await collect(readCsvRows('a.csv', text, { onWarning, ...options }));
    return dataOf(rows).map((data) => Object.values(data as object));
  };

  it('without columns concerns cells with a comma, and tells of others that may be numbers', async () => {
    const line = '1.001;4.711;1 234;1,2,3;1.234,50\n1.002;1;"-1\u00a0234,5";"a, b";2';
    const cells = [
      ['1.001', '4.711', '1 234', '1,2,3', '1234.50'],
      ['1.002', '1', '-1234.5', 'a, b', '2'],
    ];
    expect(await read(line, { decimal: ',', keys: [['nr']] })).toEqual(cells);
    expect(warned).toEqual([
      ['"4.711" in column "artnr" stays as it is, because it may be the number 4711 or no number.', 2],
    ]);
    const typed = [
      ['1.001', '4.711', '1 234', '1,2,3', 1234.5],
      ['1.002', 1, -1234.5, 'a, b', 2],
    ];
    expect(await read(line, { decimal: ',', keys: [['nr']], typed: true })).toEqual(typed);
    expect(await read('1,5;2,5;;;', { decimal: ',', keys: [['nr']] })).toEqual([['1,5', '2.5', '', '', '']]);
    await expect(read(line, { decimal: ',', onWarning: undefined })).rejects.toThrow(
      '"1.001" in column "nr"',
    );
  });

  it('with columns concerns all numbers of these and no others', async () => {
    expect(await read('1.001;4.711;1 234;1,2;1.000', { decimal: ',:preis, tel' })).toEqual([
      ['1.001', '4.711', '1234', '1,2', '1000'],
    ]);
    expect(await read('1.001;4.711;7;1,2;1,5', { decimal: ',:preis', typed: true })).toEqual([
      ['1.001', '4.711', 7, '1,2', 1.5],
    ]);
    expect(warned).toEqual([]);
    await expect(read('1;1;1;1;1', { decimal: ',:pries' })).rejects.toThrow(
      'is named for "pries", which is no column. Did you mean "preis"?',
    );
    await expect(read('1;1;1;1;1', { decimal: ',:nr', keys: [['nr']] })).rejects.toThrow('grouped by');
  });

  it.each([';', ',:', ',:a,', '.:a', ''])('is not %j', (text) => {
    expect(parseCsvDecimal(text)).toBeUndefined();
  });
});

it('builds objects and lists from names with dots and brackets', async () => {
  const header = 'customer.name,items.0.price,items[1].price,a\\.b,items.1.name';
  const [row] = await rowsOf('a.csv', `${header}\nAda,1,2,3,x\n`);
  expect(row).toMatchObject({
    data: { customer: { name: 'Ada' }, items: [{ price: '1' }, { price: '2', name: 'x' }], 'a.b': '3' },
  });
});

it('omits empty items at the end of a list, but not in its middle', async () => {
  const rows = await rowsOf('a.csv', 'x,i.0.n,i.0.p,i.1.n,i.1.p,i.2.n\n1,a,1,b,2,\n2,a,1,,,c\n3,,,,,\n');
  expect(dataOf(rows)).toEqual([
    {
      x: '1',
      i: [
        { n: 'a', p: '1' },
        { n: 'b', p: '2' },
      ],
    },
    { x: '2', i: [{ n: 'a', p: '1' }, { n: '', p: '' }, { n: 'c' }] },
    { x: '3', i: [] },
  ]);
});

it('treats a key __proto__ as data', async () => {
  const [row] = await rowsOf('a.csv', '__proto__.admin\nyes\n');
  const data = row && 'data' in row ? row.data : {};
  expect(Object.keys(data)).toEqual(['__proto__']);
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

it('reads a byte order mark, CRLF, quotes, line breaks in quotes and empty lines', async () => {
  const text = '\ufeffname,text\r\n\r\n"a ""b""","one\r\ntwo, three"\r\n\r\nc,d';
  const expected = [
    {
      number: 1,
      line: 3,
      raw: '"a ""b""","one\r\ntwo, three"',
      data: { name: 'a "b"', text: 'one\r\ntwo, three' },
    },
    { number: 2, line: 6, raw: 'c,d', data: { name: 'c', text: 'd' } },
  ];
  expect(await rowsOf('a.csv', text)).toEqual(expected);
  expect(await collect(readCsvRows('a.csv', inPieces(text.slice(1))))).toEqual(expected);
});

it.each([
  ['a;b\n1,5;2', { a: '1,5', b: '2' }],
  ['a\tb\n1,5\t2', { a: '1,5', b: '2' }],
  ['a|b\n1|2', { a: '1', b: '2' }],
  ['"x,y;z";b\n1;2', { 'x,y;z': '1', b: '2' }],
  ['only\n1;2', { only: '1;2' }],
])('detects the delimiter in the header: %j', async (text, data) => {
  expect(dataOf(await rowsOf('a.csv', text))).toEqual([data]);
});

it('accepts a given delimiter, and expects tabs in a .tsv', async () => {
  expect(dataOf(await rowsOf('a.csv', 'a,a;b\n1;2', { delimiter: ';' }))).toEqual([{ 'a,a': '1', b: '2' }]);
  expect(dataOf(await rowsOf('a.tsv', 'a,b\n1,2'))).toEqual([{ 'a,b': '1,2' }]);
});

it('fails only the row that has too many or too few cells, and names its line', async () => {
  const rows = await rowsOf('a.csv', 'a,b\n1,2\n3\n4,5,6\n7,8\n');
  expect(
    rows.map((row) => ('failure' in row ? [row.failure.message, row.failure.location?.line] : row.data)),
  ).toEqual([
    { a: '1', b: '2' },
    ['The header names 2 columns, but this row has 1.', 3],
    ['The header names 2 columns, but this row has 3.', 4],
    { a: '7', b: '8' },
  ]);
});

it('delivers the rows before an unreadable one, and reports it with its own line', async () => {
  const rows: Row[] = [];
  const read = async () => {
    for await (const row of readCsvRows('a.csv', inPieces('name,n\nAda,1\nB"ob,2\n', 100))) rows.push(row);
  };
  await expect(read()).rejects.toMatchObject({
    message: 'There is a quote in the middle of a cell.',
    location: { file: 'a.csv', line: 3 },
  });
  expect(dataOf(rows)).toEqual([{ name: 'Ada', n: '1' }]);
});

it('a column may have as many parts as JSON has levels', async () => {
  const [row] = await rowsOf('a.csv', `${'a.'.repeat(63)}a\n1`);
  expect(JSON.stringify(row && 'data' in row && row.data)).toBe(`${'{"a":'.repeat(64)}"1"${'}'.repeat(64)}`);
});

describe('a file that cannot be parsed is rejected with its line', () => {
  it.each([
    ['', 1, 'is empty'],
    ['a,a\n1,2', 1, 'Column "a" is there twice: columns 1 and 2 have this name.'],
    ['a,a.b\n1,2', 1, 'Column "a.b" and another one cannot both be there'],
    ['a.b,a\n1,2', 1, 'Column "a" and another one cannot both be there'],
    ['a,,b\n1,2,3', 1, 'Column 2 has no name'],
    ['a..b\n1', 1, 'a part of the name is empty'],
    ['i.1\n1', 1, 'The columns of the list i have no item 0'],
    ['i.0,i.2\n1,2', 1, 'The columns of the list i have no item 1'],
    [`b,${'a.'.repeat(64)}a\n1,2`, 1, 'Column 2, "a.a.a.'],
    [`${'0.'.repeat(10_000)}0\n1`, 1, 'has 10001 parts: a name has at most 64'],
    ['a,b\n1,2\n3,"4\n5,6\n', 3, 'never closed'],
    ['a,b\n1,2"3\n', 2, 'in the middle of a cell'],
    ['a,b\n1,"2"3\n', 2, 'after its closing quote'],
  ])('%j', async (text, line, message) => {
    const error = await rowsOf('a.csv', text).catch((reason) => reason);
    expect(error.code).toBe('invalid_data');
    expect(error.message).toContain(message);
    if (text !== '') expect(error.location.line).toBe(line);
  });

  it('if it is not UTF-8, is UTF-16, or ends in the middle of a character', async () => {
    const latin = Buffer.concat([Buffer.from('name\nAda\nCaf'), Buffer.from([0xe9]), Buffer.from('\nBob\n')]);
    await expect(rowsOf('a.csv', latin)).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringContaining('not UTF-8'),
      location: { line: 3 },
    });
    await expect(rowsOf('a.csv', Buffer.from('\ufeffa\n\ud800', 'utf16le'))).rejects.toThrow('UTF-16');
    const excel = Buffer.from('d0cf11e0a1b11ae10000', 'hex');
    await expect(rowsOf('a.csv', excel)).rejects.toThrow('is a workbook of Excel');
    await expect(rowsOf('a.csv', Buffer.from([0x61, 0x0a, 0xc3]))).rejects.toThrow(
      'ends in the middle of a character',
    );
  });
});

it('with `typed`, parses values, but keeps those as text that would lose precision', async () => {
  const cells = [
    '1',
    '-1.5',
    '1e3',
    'true',
    'false',
    'null',
    '[1,2]',
    '{"a":1}',
    '007',
    '+49',
    '1.',
    'NaN',
    '',
  ];
  const more = ['123456789012345', '1234567890123456', '1e400', '[1,2', '0', '-0.1', 'Ada'];
  const all = [...cells, ...more];
  const quoted = all.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const [row] = await rowsOf('a.csv', `${all.map((_, i) => `c${i}`).join(',')}\n${quoted}\n`, {
    typed: true,
  });
  expect(row && 'data' in row && Object.values(row.data)).toEqual([
    ...[1, -1.5, 1000, true, false, null, [1, 2], { a: 1 }, '007', '+49', '1.', 'NaN', ''],
    ...[123456789012345, '1234567890123456', '1e400', '[1,2', 0, -0.1, 'Ada'],
  ]);
});
