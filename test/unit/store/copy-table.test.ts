import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DatabaseConnection } from '../../../src/store/database/connection.ts';
import { SqliteDatabase } from '../../../src/store/database/sqlite-database.ts';
import type { SqlValue, Work } from '../../../src/store/database/statement.ts';
import { readTable, writeRows } from '../../../src/store/move/copy-table.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const table = { name: 'a', key: ['x', 'y'], columns: ['x', 'y', 'z'], batch: 3, hasSequence: false };

/** A table of three columns without types, with these rows. */
function openTable(rows: readonly (readonly SqlValue[])[]) {
  const file = join(temporaryFolder(), 'database.sqlite');
  writeFileSync(file, '');
  const connection = new DatabaseConnection(file);
  onTestFinished(() => connection.close());
  connection.script('CREATE TABLE a (x, y, z, PRIMARY KEY (x, y))');
  for (const row of rows) connection.run('INSERT INTO a VALUES (?, ?, ?)', ...row);
  const database = new SqliteDatabase(connection);
  return { connection, drive: <Result>(work: () => Work<Result>) => database.query(work) };
}

const digest = async (...rows: (readonly SqlValue[])[]) =>
  (await readTable(openTable(rows), table, async () => {})).sha256;

it('reads a table in batches, in the order of its key, however many rows begin with the same value', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => [index % 2, index, 'z']);
  const batches: unknown[][] = [];
  const { rows: count } = await readTable(openTable(rows), table, async (batch) => {
    batches.push([...batch]);
  });
  expect(count).toBe(10);
  expect(batches.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expect(batches.flat().map((row) => (row as { y: number }).y)).toEqual([0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
});

it('gives the same digest to the same rows, in whatever order they were added', async () => {
  expect(await digest([1, 1, 'a'], [2, 1, 'b'])).toBe(await digest([2, 1, 'b'], [1, 1, 'a']));
});

it('gives another digest to any other rows', async () => {
  const tables: (readonly SqlValue[])[][] = [
    [],
    [[1, 1, null]],
    [[1, 1, '']],
    [[1, 1, 'null']],
    [[1, 1, 0]],
    [[1, 1, '0']],
    [[1, 1, Buffer.from('0')]],
    [[1, 1, Buffer.alloc(0)]],
    [[1, 11, 1]],
    [[11, 1, 1]],
    [
      [1, 1, 'a'],
      [2, 1, 'b'],
    ],
    [
      [1, 1, 'b'],
      [2, 1, 'a'],
    ],
    [[1, 1, 'text 1\na']],
    [[1, 1, 'ä']],
    [[1, 1, 'a\u0308']],
  ];
  const digests = await Promise.all(tables.map((rows) => digest(...rows)));
  expect(new Set(digests).size).toBe(tables.length);
});

it('names the table whose rows the target does not take', async () => {
  const { drive } = openTable([[1, 1, 'a']]);
  await expect(writeRows({ drive }, table, [{ x: 1, y: 1, z: 'b' }])).rejects.toMatchObject({
    code: 'move_failed',
    message: expect.stringContaining('rows of a: UNIQUE constraint failed'),
  });
  await writeRows({ drive }, table, [{ x: 2, y: 1, z: null }]);
});
