/** NDJSON and JSON arrays, cut into rows while they arrive. */
import { describe, expect, it } from 'vitest';
import { openRows } from '../../../../../src/template/rows/open-rows.ts';
import { readJsonRows } from '../../../../../src/template/rows/read-json-rows.ts';
import { readNdjsonRows } from '../../../../../src/template/rows/read-ndjson-rows.ts';
import { splitJsonRows } from '../../../../../src/template/rows/split-json-rows.ts';
import { temporaryFolder } from '../../../../support/cli/temporary-folder.ts';
import { collect, dataOf, inPieces, rowsOf } from './rows-of.ts';

describe('NDJSON', () => {
  it('has one object per line; empty lines, CRLF and a byte order mark are skipped', async () => {
    const text = '{"a":1}\r\n\n  {"a":"two\\n"}  \n{"a":3}';
    const rows = await rowsOf('a.ndjson', `\ufeff${text}`);
    expect(rows.map(({ number, line, raw }) => [number, line, raw])).toEqual([
      [1, 1, '{"a":1}'],
      [2, 3, '{"a":"two\\n"}'],
      [3, 4, '{"a":3}'],
    ]);
    expect(dataOf(rows)).toEqual([{ a: 1 }, { a: 'two\n' }, { a: 3 }]);
    expect(dataOf(await collect(readNdjsonRows('a', inPieces(text))))).toEqual(dataOf(rows));
  });

  it('fails only a line that is not an object', async () => {
    const rows = await rowsOf('a.jsonl', '{"a":1}\n{"a":}\n[1]\n{"a":2}\n');
    expect(dataOf(rows)).toEqual([
      { a: 1 },
      expect.stringMatching(/Expected a value/),
      'A row must be a JSON object.',
      { a: 2 },
    ]);
    expect(rows[1]).toMatchObject({ failure: { code: 'invalid_data', location: { line: 2, column: 6 } } });
  });

  it('rejects an endless line before it fills the memory', async () => {
    async function* endless() {
      for (;;) yield 'x'.repeat(1024 * 1024);
    }
    await expect(collect(readNdjsonRows('a.ndjson', endless()))).rejects.toMatchObject({
      message: 'This line has more than 10 million characters.',
      location: { file: 'a.ndjson', line: 1 },
    });
  });

  it('keeps an exact form of data with large integers beside the parsed one', async () => {
    const [row] = await rowsOf('a.ndjson', '{"id":12345678901234567890,"10":1,"9":2}');
    expect(row && 'exact' in row && row.exact).not.toEqual(row && 'data' in row && row.data);
  });
});

describe('a JSON array', () => {
  const text = ' [ {"a": "]},{[\\"\\\\"},\n\n {"a": {"b": [1, [2]]}},{}\n] \n';
  it('is split between its items, whatever they contain and in whatever pieces it arrives', async () => {
    const expected = [{ a: ']},{["\\' }, { a: { b: [1, [2]] } }, {}];
    const rows = await rowsOf('a.json', text);
    expect(dataOf(rows)).toEqual(expected);
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 3]);
    for (const length of [1, 2, 3, 5, 7]) {
      expect(dataOf(await collect(readJsonRows('a', inPieces(text, length))))).toEqual(expected);
    }
  });

  it('may be empty', async () => {
    expect(await rowsOf('a.json', ' [\n ] ')).toEqual([]);
  });

  it('fails only an item that is not an object or not JSON, and names its place in the file', async () => {
    const rows = await rowsOf('a.json', '[{"a":1},\n2,\n{"a":\n  x},\n"te,xt", {"a":2}]');
    expect(dataOf(rows)).toEqual([
      { a: 1 },
      'A row must be a JSON object.',
      expect.stringContaining('Expected a value'),
      'A row must be a JSON object.',
      { a: 2 },
    ]);
    expect(rows[2]).toMatchObject({ line: 3, failure: { location: { line: 4, column: 3 } } });
  });

  it.each([
    ['', 'There is no JSON here'],
    ['"a"', 'must be a JSON array, or objects one after the other'],
    ['[{"a":1}', 'never closed'],
    ['[{"a":1},]', 'Unexpected comma'],
    ['[,{"a":1}]', 'Unexpected comma'],
    ['[{"a":1}] x', 'after the end'],
    ['[{"a":1}}]', 'has no opening bracket'],
  ])('rejects %j', async (content, message) => {
    await expect(rowsOf('a.json', content)).rejects.toThrow(message);
  });

  it('rejects an endless item before it fills the memory', async () => {
    async function* endless() {
      yield '[\n{"a":"';
      for (;;) yield 'x'.repeat(1024 * 1024);
    }
    await expect(collect(splitJsonRows('a.json', endless()))).rejects.toMatchObject({
      location: { line: 2 },
    });
  });
});

describe('objects one after the other', () => {
  const text = ' {\n  "a": "}{\\""\n}\n{\n  "a": { "b": [1] }\n}{"a":\n3}\n';
  const expected = [{ a: '}{"' }, { a: { b: [1] } }, { a: 3 }];

  it.each(['a.json', 'a.ndjson', 'a'])('are rows of %s, as jq prints them', async (name) => {
    const rows = await rowsOf(name, text);
    expect(dataOf(rows)).toEqual(expected);
    expect(rows.map(({ number, line }) => [number, line])).toEqual([
      [1, 1],
      [2, 4],
      [3, 6],
    ]);
  });

  it('are the same in whatever pieces they arrive', async () => {
    for (const length of [1, 2, 3, 5, 7]) {
      expect(dataOf(await collect(readNdjsonRows('a', inPieces(text, length))))).toEqual(expected);
    }
  });

  it('fails only an object that is not JSON, and names its place in the file', async () => {
    const rows = await rowsOf('a.json', '{\n"a":1}\n{"a":\n  x}\n{"a":2}');
    expect(dataOf(rows)).toEqual([{ a: 1 }, expect.stringContaining('Expected a value'), { a: 2 }]);
    expect(rows[1]).toMatchObject({ line: 3, failure: { location: { line: 4, column: 3 } } });
  });

  it.each([
    ['{\n"a":1},\n{"a":2}', 'something between two objects', 2],
    ['{\n"a":1}\n1', 'something between two objects', 3],
    ['{\n"a":1}\n{"a":', 'never closed', 3],
  ])('rejects %j', async (content, message, line) => {
    await expect(rowsOf('a.ndjson', content)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      location: { line },
    });
  });

  it('leave one object a line as it is: a line that is no object is one failed row', async () => {
    const rows = await rowsOf('a.ndjson', '{"a":x}\n{"a":1}\n');
    expect(dataOf(rows)).toEqual([expect.any(String), { a: 1 }]);
  });
});

it.each([
  ['rows', '\n [{"a":1}]', 'json'],
  ['a.json', '\n {"a":1}', 'ndjson'],
  ['rows.txt', ' {"a":1}\n', 'ndjson'],
  ['rows', 'a\n1', 'csv'],
])(
  'detects the format by the first character if the extension is unknown: %s %j',
  async (name, content, format) => {
    const folder = temporaryFolder({ [name]: content });
    const opened = await openRows(`${folder}/${name}`);
    expect(opened.format).toBe(format);
    expect(dataOf(await collect(opened.rows))).toEqual([{ a: format === 'csv' ? '1' : 1 }]);
  },
);

it('accepts a format that contradicts the file name', async () => {
  expect(dataOf(await rowsOf('a.json', '{"a":1}\n{"a":2}', { format: 'ndjson' }))).toEqual([
    { a: 1 },
    { a: 2 },
  ]);
});

it('reports a missing file and a folder', async () => {
  await expect(openRows('nowhere.csv')).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(openRows(temporaryFolder())).rejects.toThrow('it is a folder');
});
