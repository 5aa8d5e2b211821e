/** A template that reads its rows one at a time needs the memory of one row and of the text, not of all rows. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const child = fileURLToPath(new URL('fill-rows-in-child.ts', import.meta.url));

const fill = (mode: 'rows' | 'array') =>
  spawnSync(process.execPath, ['--max-old-space-size=50', child, mode, '200000'], { encoding: 'utf8' });

it('fills 200,000 rows in a heap that does not hold them', () => {
  const rows = fill('rows');
  expect([rows.stderr, rows.status, rows.stdout.slice(-14)]).toEqual(['', 0, '</table>200000']);
  const array = fill('array');
  expect(array.status).not.toBe(0);
  expect(array.stderr).toContain('heap out of memory');
});
