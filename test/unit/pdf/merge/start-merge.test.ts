/** Merges documents that are added one by one. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { startMerge } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('produces the same file as a single call', () => {
  const merge = startMerge();
  for (const name of ['report', 'plain', 'form'] as const) merge.add(fixture(name));
  const together = mergeFiles([fixture('report'), fixture('plain'), fixture('form')]);
  expect(Buffer.compare(merge.finish(), together)).toBe(0);
});

it('releases every document after adding it', async () => {
  const merge = startMerge();
  const added: WeakRef<ArrayBuffer>[] = [];
  const addOne = (name: 'report' | 'form') => {
    // A separate buffer, because small ones share a pool.
    const bytes = new Uint8Array(fixture(name));
    merge.add(bytes);
    added.push(new WeakRef(bytes.buffer));
  };
  for (let i = 0; i < 20; i++) addOne(i % 2 ? 'report' : 'form');
  const held = () => added.filter((bytes) => bytes.deref() !== undefined);
  for (let round = 0; round < 10; round++) {
    // A weak reference stays alive until the task that read it ends.
    await new Promise((resolve) => setTimeout(resolve, 0));
    collectGarbage();
  }
  expect(held()).toEqual([]);
  expect((await viewed(merge.finish())).text).toHaveLength(10 * 3 + 10);
});

it('grows only with new content: a hundred equal documents take little more than one', () => {
  const times = (count: number) => mergeFiles(Array.from({ length: count }, () => fixture('plain'))).length;
  const [one, hundred] = [times(1), times(100)];
  expect(hundred).toBeLessThan(4 * one);
});
