/** One table has the limits of all threads, and the documentation has the same ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { type ThreadLimits, threadLimits } from '../../../src/runtime/thread-limits.ts';

const root = join(import.meta.dirname, '../../..');
const modules = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('-worker.ts'))
  .filter((path) => readFileSync(join(root, 'src', path), 'utf8').includes('serveTasks'));
const documented = new Map(
  [
    ...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^\|(.*)\| `([\w-]+)-worker`\s*\|$/gm),
  ].map(([, cells = '', name = '']) => [name, cells.split('|').map((cell) => cell.trim())]),
);

it('has a row for each thread', () => {
  expect(Object.keys(threadLimits).sort()).toEqual(
    modules.map((path) => basename(path, '-worker.ts')).sort(),
  );
});

it.each<[string, ThreadLimits]>(Object.entries(threadLimits))('is documented: %s', (name, limits) => {
  const [, time, memory] = documented.get(name) ?? [];
  expect(memory).toBe(`${limits.memoryMb.toLocaleString('en')} MB`);
  expect(time?.split(',')[0]).toBe(
    limits.limitMs === undefined ? 'the deadline' : `${limits.limitMs / 1_000} s`,
  );
});
