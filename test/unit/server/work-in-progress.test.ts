/** A shutdown waits for running work. */
import { expect, it } from 'vitest';
import { startWorkInProgress } from '../../../src/server/operations/work-in-progress.ts';

it('is idle only after all work has ended, even if one piece of it ends twice', async () => {
  const work = startWorkInProgress();
  await work.idle();
  const [first, second] = [work.begin(), work.begin()];
  let isIdle = false;
  const idle = work.idle().then(() => {
    isIdle = true;
  });
  first();
  first();
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  second();
  await idle;
  await work.idle();
});
