/** Rows of a file, joined to one row for each group. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { groupRows } from '../../../../src/template/rows/group-rows.ts';
import { parseGrouping } from '../../../../src/template/rows/grouping.ts';
import { readCsvRows } from '../../../../src/template/rows/read-csv-rows.ts';
import { readNdjsonRows } from '../../../../src/template/rows/read-ndjson-rows.ts';
import type { Row } from '../../../../src/template/rows/row.ts';
import { writeData } from '../../../../src/twig/index.ts';
import { collect, inPieces } from '../../cli/commands/batch/rows-of.ts';

const csvRows = (text: string) => readCsvRows('a.csv', inPieces(text, 1_000));
const jsonRows = (text: string) => readNdjsonRows('a.ndjson', inPieces(text, 1_000));

const groupsOf = async (rows: AsyncIterable<Row>, by: string, items?: string, charactersInMemory?: number) =>
  await collect(groupRows(rows, { file: 'a.csv', grouping: parseGrouping(by, items), charactersInMemory }));
const dataOf = async (...args: Parameters<typeof groupsOf>) =>
  (await groupsOf(...args)).map((row) => 'data' in row && row.data);

const lines = 'no,customer.name,name,qty\n1,Ada,Ink,1\n2,Bob,Pen,2\n1,Ada,Paper,1\n';

describe('without named columns', () => {
  it('an item has all columns of its row, and the top those that are equal in all rows of the group', async () => {
    expect(await dataOf(csvRows(lines), 'no')).toEqual([
      {
        no: '1',
        customer: { name: 'Ada' },
        qty: '1',
        items: [
          { no: '1', customer: { name: 'Ada' }, name: 'Ink', qty: '1' },
          { no: '1', customer: { name: 'Ada' }, name: 'Paper', qty: '1' },
        ],
      },
      {
        no: '2',
        customer: { name: 'Bob' },
        name: 'Pen',
        qty: '2',
        items: [{ no: '2', customer: { name: 'Bob' }, name: 'Pen', qty: '2' }],
      },
    ]);
  });

  it.each([
    ['no,name,qty\n1,Ink,1\n2,Pen,2\n1,Paper,3\n', 'items', 1],
    ['no,name,qty\n1,Ink,1\n2,Pen,2\n1,Paper,1\n', 'items', 0],
    ['no,name,qty\n1,Ink,1\n2,Pen,2\n', 'items', 0],
    ['no,customer.name,customer.city\n1,Ada,Wien\n1,Ada L,Wien\n', 'items', 0],
    ['no,name,qty\n1,Ink,1\n1,Pen,2\n2,Ink,1\n2,Pen,2\n', 'items', 1],
    ['no,name,qty\n1,Ink,1\n1,Pen,2\n', 'items:name,qty', 0],
  ])('says once that nothing but the number is equal in a group: %j, %s', async (text, items, count) => {
    const notes: string[] = [];
    const grouping = parseGrouping('no', items);
    await collect(groupRows(csvRows(text), { file: 'a.csv', grouping, onNote: (note) => notes.push(note) }));
    expect(notes).toEqual(
      Array(count).fill(
        'a.csv:2 and the other rows of its no are equal in no other column, so all others are in items only: {{ items[0].name }}. Name those that differ, and the others must be equal and are at the top: --items items:name,qty',
      ),
    );
  });

  it('an object at the top has those of its keys that are equal', async () => {
    const rows = jsonRows(
      '{"no":1,"a":{"b":1,"c":{"d":1}},"l":[1]}\n{"no":1,"a":{"b":1,"c":{"d":2}},"l":[2]}\n',
    );
    const [group] = await dataOf(rows, 'no', 'list');
    expect(group).toMatchObject({ no: 1, a: { b: 1 }, list: [{ a: { c: { d: 1 } } }, { l: [2] }] });
    expect(Object.keys(group as object)).toEqual(['no', 'a', 'list']);
    expect((group as { a: object }).a).toEqual({ b: 1 });
  });
});

it('names keys that differ in white space at their ends only, before the first group', async () => {
  const warnings: unknown[] = [];
  const rows = csvRows('no,m,n\n1,May,a\n2,May,b\n1 ,May,c\n"2\u00a0",June,d\n\u00a03,May,e\n3 ,May,f\n');
  const groups = groupRows(rows, {
    file: 'a.csv',
    grouping: parseGrouping('no,m'),
    charactersInMemory: 10,
    onWarning: ({ message, location }) => warnings.push([message, location]),
  });
  await groups.next();
  const ends = 'white space at its ends makes two groups of what looks like one.';
  expect(warnings).toEqual([
    [`"no" is "1" and "1 " in a.csv:2 and a.csv:4: ${ends}`, { file: 'a.csv', line: 4 }],
    [`"no" is "\\u00a03" and "3 " in a.csv:6 and a.csv:7: ${ends}`, { file: 'a.csv', line: 7 }],
  ]);
  await groups.return(undefined);
});

it('says nothing about keys that have the same white space in all rows', async () => {
  const onWarning = (warning: Error) => {
    throw warning;
  };
  const rows = csvRows('no,n\n1 ,a\n1 ,b\na,c\nA,d\n');
  const groups = await collect(groupRows(rows, { file: 'a.csv', grouping: parseGrouping('no'), onWarning }));
  expect(groups).toHaveLength(3);
});

describe('with named columns', () => {
  it('an item has these columns, and the top all others', async () => {
    expect(await dataOf(csvRows(lines), 'no', 'lines:name,qty')).toEqual([
      {
        no: '1',
        customer: { name: 'Ada' },
        lines: [
          { name: 'Ink', qty: '1' },
          { name: 'Paper', qty: '1' },
        ],
      },
      { no: '2', customer: { name: 'Bob' }, lines: [{ name: 'Pen', qty: '2' }] },
    ]);
  });

  it('columns of an object may be divided between items and the top', async () => {
    const rows = csvRows('no,item.name,item.shop\n1,Ink,A\n1,Pen,A\n');
    expect(await dataOf(rows, 'no', 'items:item.name')).toEqual([
      { no: '1', item: { shop: 'A' }, items: [{ item: { name: 'Ink' } }, { item: { name: 'Pen' } }] },
    ]);
  });

  it('a column of the top that is not equal in the group names the column and both rows', async () => {
    const rows = csvRows('no,due,name\n1,May,Ink\n2,May,Ink\n1,June,Pen\n');
    await expect(groupsOf(rows, 'no', 'items:name')).rejects.toMatchObject({
      code: 'invalid_data',
      message: expect.stringMatching(
        /^"due" is not the same in all rows of one no: compare a\.csv:2 and a\.csv:4\./,
      ),
      location: { file: 'a.csv', line: 2 },
    });
  });

  it('a difference in digits that numbers of JavaScript do not have is one too, and another order of keys is none', async () => {
    const long = (last: number) => `{"no":1,"a":{"x":1,"id":1234567890123456${last}00},"name":"Ink"}`;
    await expect(groupsOf(jsonRows(`${long(1)}\n${long(2)}\n`), 'no', 'items:name')).rejects.toThrow(
      '"a.id" is not',
    );
    const rows = jsonRows('{"no":1,"a":1,"n":1}\n{"a":1,"n":2,"no":1}');
    expect(await dataOf(rows, 'no', 'items:n')).toEqual([{ no: 1, a: 1, items: [{ n: 1 }, { n: 2 }] }]);
  });

  it('a column that only some rows have is left out of the others; one that no row has is an error', async () => {
    const text = '{"no":1,"name":"Ink"}\n{"no":1,"name":"Pen","note":"red"}\n{"no":2,"name":"Pen"}';
    expect(await dataOf(jsonRows(text), 'no', 'items:name,note')).toEqual([
      { no: 1, items: [{ name: 'Ink' }, { name: 'Pen', note: 'red' }] },
      { no: 2, items: [{ name: 'Pen' }] },
    ]);
    await expect(groupsOf(jsonRows(text), 'no', 'items:nme')).rejects.toMatchObject({
      message: 'No row has the column "nme". Did you mean "name"?',
      errors: { items: [expect.any(String)] },
    });
  });
});

it('groups by several columns, by nested ones, and by values of different types', async () => {
  const rows = jsonRows(
    '{"c":{"id":1},"m":"May","n":1}\n{"c":{"id":1},"m":"June","n":2}\n{"c":{"id":"1"},"m":"May","n":3}\n{"c":{"id":1},"m":"May","n":4}',
  );
  const groups = await dataOf(rows, 'c.id, m', 'items:n');
  expect(groups.map((group) => JSON.stringify(group))).toEqual([
    '{"c":{"id":1},"m":"May","items":[{"n":1},{"n":4}]}',
    '{"c":{"id":1},"m":"June","items":[{"n":2}]}',
    '{"c":{"id":"1"},"m":"May","items":[{"n":3}]}',
  ]);
});

it('counts groups, and names the place of the first row and the text of all', async () => {
  const groups = await groupsOf(csvRows(lines), 'no');
  expect(groups).toMatchObject([
    { number: 1, line: 2, raw: '1,Ada,Ink,1\n1,Ada,Paper,1' },
    { number: 2, line: 3, raw: '2,Bob,Pen,2' },
  ]);
});

it('keeps the order of keys and all digits of JSON', async () => {
  const [group] = await groupsOf(jsonRows('{"10":1,"9":12345678901234567,"no":1}'), 'no');
  expect(group && 'exact' in group && writeData(group.exact)).toBe(
    '{"10":1,"9":12345678901234567,"no":1,"items":[{"10":1,"9":12345678901234567,"no":1}]}',
  );
});

it('reads the same from a temporary file as from memory, and leaves none behind', async () => {
  const text = `no,name\n${Array.from({ length: 500 }, (_, i) => `${i % 7},"ü\n${i}"`).join('\n')}\n`;
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pdfapi-rows-'));
  const before = left();
  const filed = await groupsOf(csvRows(text), 'no', 'items', 1_000);
  expect(filed).toEqual(await groupsOf(csvRows(text), 'no', 'items', Number.POSITIVE_INFINITY));
  expect(filed).toHaveLength(7);
  for await (const _ of groupRows(csvRows(text), {
    file: 'a',
    grouping: parseGrouping('no'),
    charactersInMemory: 0,
  }))
    break;
  expect(left()).toEqual(before);
});

it.each([
  ['no,name\n1,Ink\n,Pen\n', 'no', 'items', 'no is empty in this row, so that it belongs to no group.', 3],
  ['no,name\n1,Ink\n', 'nr', 'items', 'This row has no column "nr". Did you mean "no"?', 2],
  ['a,b\n1,2\n', 'nummer', 'items', 'This row has no column "nummer". Its columns are "a", "b".', 2],
  [
    'a,b,c,d,e,f,g,h,i,j\n1,2,3,4,5,6,7,8,9,0\n',
    'nummer',
    'items',
    'This row has no column "nummer". Its columns are "a", "b", "c", "d", "e", "f", "g", "h" and 2 more.',
    2,
  ],
  [
    'no,items\n1,Ink\n',
    'no',
    'items',
    'The list cannot be called "items", because the rows have a column',
    2,
  ],
  ['no,name\n1,Ink\n1,Pen,2\n', 'no', 'items', 'The header names 2 columns, but this row has 3.', 3],
])('rejects %j by %s with %s', async (text, by, items, message, line) => {
  await expect(groupsOf(csvRows(text), by, items)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    location: { file: 'a.csv', line },
  });
});

it('rejects a group that is longer than one document may be', async () => {
  async function* rows() {
    const row = `{"no":1,"text":"${'x'.repeat(1_000_000)}"}\n`;
    for (let count = 0; count < 11; count++) yield row;
  }
  await expect(groupsOf(readNdjsonRows('a.ndjson', rows()), 'no')).rejects.toMatchObject({
    message: expect.stringContaining('The rows of 1 have more than 10 million characters together'),
    hint: expect.stringContaining('--rows items='),
  });
});

it.each([
  ['', undefined, 'must be names of columns'],
  ['a,,b', undefined, 'must be names of columns'],
  ['a', 'two words', 'must be the name of a variable'],
  ['a', 'items:', 'must be names of columns'],
  ['a', 'items:b,a', 'must not have a, which the rows are grouped by'],
])('refuses to group by %j with %j', (by, items, message) => {
  expect(() => parseGrouping(by, items)).toThrow(message);
});

it('takes commas and dots that belong to a name', async () => {
  const rows = csvRows('"no\\.",a\\,b\n1,x\n'.replace('a\\,b', '"a,b"'));
  expect(await dataOf(rows, 'no\\.', 'items:a\\,b')).toEqual([{ 'no.': '1', items: [{ 'a,b': 'x' }] }]);
});
