/** Checks the diff against the expected text, and by applying it with `patch`. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from '../../../../../src/cli/commands/templates/repository/unified-diff.ts';
import { rounds } from '../../../../support/rounds.ts';

const lines = (...each: string[]) => each.map((line) => `${line}\n`).join('');
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

it('is empty for equal texts', () => {
  expect(unifiedDiff('', '')).toEqual([]);
  expect(unifiedDiff('a\nb', 'a\nb')).toEqual([]);
});

it('shows a change with three lines around it', () => {
  const before = lines(...numbers(1, 9));
  expect(unifiedDiff(before, before.replace('5', 'five'))).toEqual([
    '@@ -2,7 +2,7 @@',
    ...[' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
  ]);
});

it('separates distant changes and joins near ones', () => {
  const before = lines(...numbers(1, 30));
  const far = before.replace('3\n', 'three\n').replace('\n27\n', '\ntwenty-seven\n');
  expect(unifiedDiff(before, far).filter((line) => line.startsWith('@@'))).toHaveLength(2);
  const near = before.replace('3\n', 'three\n').replace('\n9\n', '\nnine\n');
  expect(unifiedDiff(before, near).filter((line) => line.startsWith('@@'))).toHaveLength(1);
});

it('marks a missing line end and empty files', () => {
  expect(unifiedDiff('a\n', 'a')).toEqual(['@@ -1 +1 @@', '-a', '+a', '\\ No newline at end of file']);
  expect(unifiedDiff('', 'a\nb\n')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b']);
  expect(unifiedDiff('a\n', '')).toEqual(['@@ -1 +0,0 @@', '-a']);
});

it('finds the shortest diff', () => {
  const before = lines('a', 'b', 'c', 'a', 'b', 'b', 'a');
  const after = lines('c', 'b', 'a', 'b', 'a', 'c');
  const changed = unifiedDiff(before, after).filter((line) => /^[-+]/.test(line));
  expect(changed).toHaveLength(5);
});

it('compares 20,000 lines that have nothing in common', () => {
  const before = lines(...numbers(1, 20_000));
  const after = lines(...numbers(30_001, 50_000));
  expect(unifiedDiff(before, after)).toHaveLength(40_001);
});

const hasPatch = spawnSync('patch', ['--version']).status === 0;

it.skipIf(!hasPatch)('lets `patch` produce the other text, for any two texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-diff-'));
  const file = join(folder, 'text');
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', ' d', '-e', '+f'), { maxLength: 30 }), fc.boolean())
    .map(([each, ends]) => each.join('\n') + (ends && each.length > 0 ? '\n' : ''));
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff(before, after);
        expect(diff.length === 0).toBe(before === after);
        if (before === after) return;
        writeFileSync(file, before);
        writeFileSync(join(folder, 'diff'), `--- a/text\n+++ b/text\n${diff.join('\n')}\n`);
        execFileSync('patch', ['-s', '-p1', '-i', 'diff'], { cwd: folder, stdio: 'pipe' });
        const result = after === '' ? '' : readFileSync(file, 'utf8');
        expect(result).toBe(after);
      }),
      { numRuns: rounds(30, 150) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
