/** Rows of several files, and of a folder. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRowFiles, openRowFiles } from '../../../../src/template/rows/open-row-files.ts';
import type { OpenRowsOptions } from '../../../../src/template/rows/open-rows.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';
import { collect } from '../../cli/commands/batch/rows-of.ts';

async function rowsIn(
  files: Record<string, string>,
  paths: readonly string[],
  options: OpenRowsOptions = {},
) {
  const folder = temporaryFolder(files);
  const source = await openRowFiles(listRowFiles(paths.map((path) => join(folder, path))), options);
  const rows = (await collect(source.rows)).map((row) => [
    row.number,
    row.file?.slice(folder.length + 1),
    row.line,
    'data' in row ? row.data : row.failure.message,
  ]);
  return { rows, source };
}

it('numbers the rows of several files through, whatever JSON each of them has', async () => {
  const files = { 'b.json': '{\n"n":1\n}\n', 'a.json': '[{"n":2},\n{"n":3}]', 'c.ndjson': '{"n":4}\n1\n' };
  const { rows, source } = await rowsIn(files, ['b.json', 'a.json', 'c.ndjson']);
  expect(rows).toEqual([
    [1, 'b.json', 1, { n: 1 }],
    [2, 'a.json', 1, { n: 2 }],
    [3, 'a.json', 2, { n: 3 }],
    [4, 'c.ndjson', 1, { n: 4 }],
    [5, 'c.ndjson', 2, 'A row must be a JSON object.'],
  ]);
  expect(source).toMatchObject({ format: 'ndjson', name: '3 files', size: 10 + 18 + 10 });
});

it('reads the columns of each CSV file from its own header', async () => {
  const files = { 'a.csv': 'n;m\n1;2\n', 'b.csv': 'm,n\n4,3\n' };
  expect((await rowsIn(files, ['a.csv', 'b.csv'])).rows).toEqual([
    [1, 'a.csv', 2, { n: '1', m: '2' }],
    [2, 'b.csv', 2, { n: '3', m: '4' }],
  ]);
});

it('takes the JSON files of a folder by name, and nothing below it', async () => {
  const files = {
    'rows/b.json': '{"n":2}',
    'rows/a.JSON': '{"n":1}',
    'rows/.hidden.json': '{"n":0}',
    'rows/notes.txt': 'x',
    'rows/below/c.json': '{"n":3}',
  };
  expect((await rowsIn(files, ['rows'])).rows.map(([, , , data]) => data)).toEqual([{ n: 1 }, { n: 2 }]);
  await expect(rowsIn({ 'rows/notes.txt': 'x' }, ['rows'])).rejects.toThrow('has no .json files');
});

it('finds a missing file, and CSV beside JSON, before it reads anything', async () => {
  await expect(rowsIn({ 'a.json': '{}' }, ['a.json', 'b.json'])).rejects.toMatchObject({
    code: 'file_unreadable',
    message: expect.stringContaining('b.json: no such file'),
  });
  await expect(rowsIn({ 'a.json': '{}', 'b.csv': 'n\n' }, ['a.json', 'b.csv'])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/b\.csv and .*a\.json are rows of CSV and of JSON/),
  });
});
