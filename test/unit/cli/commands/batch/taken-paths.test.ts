/** Detects duplicates among many names. */
import { expect, it } from 'vitest';
import { createTakenPaths } from '../../../../../src/cli/commands/batch/output/taken-paths.ts';

it('finds the row that has a path among a hundred thousand others', () => {
  const taken = createTakenPaths();
  const count = 100_000;
  for (let row = 1; row <= count; row++) {
    if (taken.take(`out/${row}.pdf`, row) !== undefined) throw new Error(`${row} is no double`);
  }
  for (const row of [1, 2, 4711, 65_536, count]) expect(taken.take(`out/${row}.pdf`, 7)).toBe(row);
  expect(taken.take('out/x.pdf', 8)).toBeUndefined();
});

it('treats two Unicode spellings of a name as the same name', () => {
  const taken = createTakenPaths();
  taken.take('Caf\u00e9.pdf', 1);
  expect(taken.take('Cafe\u0301.pdf', 2)).toBe(1);
});
