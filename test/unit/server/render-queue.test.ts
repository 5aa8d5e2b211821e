/** The render queue is bounded, fair between teams, and loses no task. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startRenderQueue } from '../../../src/server/rendering/render-queue.ts';

const never = new AbortController().signal;

/** Adds tasks that end on command. */
function tasks(queue: ReturnType<typeof startRenderQueue>) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    add(team: number, name: string, { signal = never, isContinued = false } = {}) {
      const task = () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      };
      return queue.run(team, signal, task, { isContinued }).catch((error) => error.code ?? error.message);
    },
    async end(name: string) {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}
const settle = () => new Promise(setImmediate);

it('runs as many tasks as there are workers, and serves the teams of the rest in turn', async () => {
  const queue = startRenderQueue({ workers: 1, capacity: 10 });
  const { add, end, started } = tasks(queue);
  for (const name of ['a1', 'a2', 'a3']) add(1, name);
  for (const name of ['b1', 'b2']) add(2, name);
  add(3, 'c1');
  await settle();
  expect([queue.running, queue.waiting]).toEqual([1, 5]);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

it('rejects a task when full, unless another team has more than its share of the places', async () => {
  const queue = startRenderQueue({ workers: 1, capacity: 3 });
  const { add, end } = tasks(queue);
  add(1, 'running');
  add(1, 'a1');
  add(1, 'a2');
  const last = add(1, 'a3');
  expect(await add(1, 'a4')).toBe('queue_full');
  const other = add(2, 'b1');
  expect(await last).toBe('queue_full');
  // The teams have two places and one. Taking another from the first would only reverse that.
  expect(await add(2, 'b2')).toBe('queue_full');
  for (const name of ['running', 'a1', 'b1', 'a2']) await end(name);
  expect(await other).toBe('b1');
});

it('a further task of a request is never rejected by a full queue, and waits for its turn', async () => {
  const queue = startRenderQueue({ workers: 1, capacity: 1 });
  const { add, end, started } = tasks(queue);
  add(1, 'a1');
  add(2, 'b1');
  const more = ['a2', 'a3', 'a4'].map((name) => add(1, name, { isContinued: true }));
  expect(queue.waiting).toBe(1);
  expect(await add(3, 'c1')).toBe('queue_full');
  for (const name of ['a1', 'b1', 'a2', 'a3', 'a4']) await end(name);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  expect(await Promise.all(more)).toEqual(['a2', 'a3', 'a4']);
});

it('frees the place of a client that disconnects, and rejects waiting and new tasks when it closes', async () => {
  const queue = startRenderQueue({ workers: 1, capacity: 5 });
  const { add, end } = tasks(queue);
  const running = add(1, 'a1');
  const gone = new AbortController();
  const left = add(1, 'a2', { signal: gone.signal });
  const waiting = add(1, 'a3');
  gone.abort(new Error('gone'));
  expect(await left).toBe('gone');
  expect(await add(1, 'a4', { signal: gone.signal })).toBe('gone');
  expect(queue.waiting).toBe(1);
  queue.close();
  expect([await waiting, await add(1, 'a5')]).toEqual(['server_stopping', 'server_stopping']);
  await end('a1');
  expect(await running).toBe('a1');
});

it('a task that fails frees its worker', async () => {
  const queue = startRenderQueue({ workers: 1, capacity: 5 });
  await expect(queue.run(1, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(1, never, async () => 'next')).toBe('next');
});

it('runs each task at most once and leaves none behind, in any sequence of additions, ends and aborts', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      team: fc.integer({ min: 1, max: 3 }),
      isContinued: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('end' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const [workers, capacity] = [2, 4];
      const queue = startRenderQueue({ workers, capacity });
      const ends: (() => void)[] = [];
      const leavers: AbortController[] = [];
      const outcomes: Promise<string>[] = [];
      let runs = 0;
      for (const each of steps) {
        if (each.kind === 'add') {
          const leaver = new AbortController();
          leavers.push(leaver);
          const task = () => {
            runs++;
            return new Promise<string>((resolve) => ends.push(() => resolve('ran')));
          };
          outcomes.push(
            queue
              .run(each.team, leaver.signal, task, { isContinued: each.isContinued })
              .catch(() => 'refused'),
          );
        } else if (each.kind === 'end') ends.splice(each.which % Math.max(1, ends.length), 1)[0]?.();
        else leavers[each.which % Math.max(1, leavers.length)]?.abort(new Error('gone'));
        await settle();
        expect(queue.running).toBeLessThanOrEqual(workers);
        expect(queue.waiting).toBeLessThanOrEqual(capacity);
        expect(queue.waiting).toBeGreaterThanOrEqual(0);
      }
      while (ends.length > 0 || queue.running > 0) {
        for (const end of ends.splice(0)) end();
        await settle();
      }
      const ran = (await Promise.all(outcomes)).filter((outcome) => outcome === 'ran');
      expect(ran).toHaveLength(runs);
      expect([queue.running, queue.waiting]).toEqual([0, 0]);
    }),
    { numRuns: 150 },
  );
});

it('reserves a place for a team without running tasks while another team holds all workers', async () => {
  const queue = startRenderQueue({ workers: 2, reserve: 1, capacity: 10 });
  const { add, end, started } = tasks(queue);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name);
  const other = add(2, 'b1');
  const second = add(2, 'b2');
  await settle();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(await other).toBe('b1');
  await end('b2');
  expect(await second).toBe('b2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(queue.running).toBe(2);
});
