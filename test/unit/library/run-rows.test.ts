/** Concurrent rows with results in order. */
import { expect, it } from 'vitest';
import { runRows } from '../../../src/library/run-rows.ts';

async function* numbers(count: number) {
  for (let number = 1; number <= count; number++) yield number;
}
const later = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));

it('emits results in the order of the rows, whichever finishes first', async () => {
  const seen: number[] = [];
  const work = async (row: number) => {
    await later((row * 7) % 5);
    return row;
  };
  await runRows(numbers(50), { concurrency: () => 6, ahead: 10 }, work, async (row) => void seen.push(row));
  expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

it('limits the rows that run concurrently, and those that start ahead of a slow one', async () => {
  let running = 0;
  let most = 0;
  let started = 0;
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async (row: number) => {
    started++;
    running++;
    most = Math.max(most, running);
    if (row === 1) await slow;
    else await later();
    running--;
  };
  const run = runRows(numbers(100), { concurrency: () => 4, ahead: 12 }, work, async () => {});
  await expect.poll(() => started).toBe(12);
  await later(20);
  expect(started).toBe(12);
  release();
  await run;
  expect({ started, most }).toEqual({ started: 100, most: 4 });
});

it('takes no more rows after an error; running rows finish and are emitted', async () => {
  const seen: number[] = [];
  let started = 0;
  const work = async (row: number) => {
    started++;
    await later(row === 3 ? 0 : 20);
    if (row === 3) throw new Error('three');
    return row;
  };
  const run = runRows(
    numbers(1000),
    { concurrency: () => 5, ahead: 50 },
    work,
    async (row) => void seen.push(row),
  );
  await expect(run).rejects.toThrow('three');
  expect(started).toBe(5);
  expect(seen).toEqual([1, 2, 4, 5]);
});

it('throws an error without waiting for rows that have not arrived', async () => {
  async function* hanging() {
    yield 1;
    await new Promise(() => {});
  }
  const work = async () => {
    await later(5);
    throw new Error('one');
  };
  await expect(runRows(hanging(), { concurrency: () => 2, ahead: 5 }, work, async () => {})).rejects.toThrow(
    'one',
  );
});

it('throws a read error after the rows before it are emitted', async () => {
  const seen: number[] = [];
  async function* broken() {
    yield* numbers(3);
    throw new Error('line 4');
  }
  const work = async (row: number) => {
    await later(5);
    return row;
  };
  const run = runRows(
    broken(),
    { concurrency: () => 9, ahead: 50 },
    work,
    async (row) => void seen.push(row),
  );
  await expect(run).rejects.toThrow('line 4');
  expect(seen).toEqual([1, 2, 3]);
});

it('throws an error from `emit`, and emits nothing more', async () => {
  let told = 0;
  const emit = async () => {
    told++;
    throw new Error('closed');
  };
  await expect(runRows(numbers(10), { concurrency: () => 3, ahead: 5 }, later, emit)).rejects.toThrow(
    'closed',
  );
  expect(told).toBe(1);
});
