import { afterEach, describe, expect, it } from 'vitest';
import {
  startWorkerPool,
  WorkerLimitError,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../../src/runtime/worker-pool.ts';
import { rounds } from '../../support/rounds.ts';
import type { EchoTask } from './echo-worker.ts';

type EchoPool = WorkerPool<EchoTask, unknown, string, string>;

const pools: EchoPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function startPool(options: Partial<WorkerPoolOptions> = {}): EchoPool {
  const pool = startWorkerPool<EchoTask, unknown, string, string>({
    script: new URL('./echo-worker.ts', import.meta.url),
    memoryMb: 64,
    closedError: () => new Error('The pool is closed.'),
    ...options,
  });
  pools.push(pool);
  return pool;
}

describe('threads', () => {
  it('tasks in sequence run in the same thread', async () => {
    const pool = startPool();
    const first = await pool.run({ kind: 'thread' });
    expect(await pool.run({ kind: 'thread' })).toBe(first);
  });

  it('concurrent tasks run in threads of their own, up to the maximum', async () => {
    const pool = startPool({ maxWorkers: 2 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => pool.run({ kind: 'thread' })));
    expect(new Set(ids).size).toBeLessThanOrEqual(2);
    const unlimited = startPool();
    const tasks = Array.from({ length: 3 }, () =>
      unlimited.run({ kind: 'ask', question: 'x' }, { onQuestion: () => allAsked() }),
    );
    // No task gets a reply before all three have asked, so all three run at the same time.
    let asked = 0;
    const all = Promise.withResolvers<string>();
    const allAsked = () => {
      asked += 1;
      if (asked === 3) all.resolve('reply');
      return all.promise;
    };
    expect(await Promise.all(tasks)).toEqual(['reply!', 'reply!', 'reply!']);
  });

  it('an idle thread ends after its time, and the next task starts another', async () => {
    const pool = startPool({ idleMs: 20 });
    const first = await pool.run({ kind: 'thread' });
    await expect
      .poll(
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          return await pool.run({ kind: 'thread' });
        },
        { timeout: 30_000 },
      )
      .not.toBe(first);
  });

  it('a thread sees nothing of the environment but the folder of compiled code', async () => {
    const { NODE_COMPILE_CACHE, ...others } = (await startPool().run({
      kind: 'environment',
    })) as NodeJS.ProcessEnv;
    expect(others).toEqual({});
    expect(NODE_COMPILE_CACHE).toBe(process.env.NODE_COMPILE_CACHE);
  });
});

describe('limits', () => {
  it('a task that takes too long ends, and the next one runs', async () => {
    const pool = startPool({ maxWorkers: 1 });
    const loop = pool.run({ kind: 'loop' }, { limitMs: 50 });
    const next = pool.run({ kind: 'ask', question: 'x' }, { onQuestion: (question) => question });
    await expect(loop).rejects.toMatchObject({ limit: 'time', amount: 'longer than 0.05 seconds' });
    await expect(loop).rejects.toBeInstanceOf(WorkerLimitError);
    expect(await next).toBe('x!');
  });

  const fillers = ['long arrays', 'small objects', 'a growing map', 'many maps'] as const;
  it.each(fillers.slice(0, rounds(1, fillers.length)))(
    'a task that fills the memory with %s ends, and the next one runs',
    async (filler) => {
      const pool = startPool({ maxWorkers: 1 });
      await expect(pool.run({ kind: 'fill memory', with: filler })).rejects.toMatchObject({
        limit: 'memory',
        amount: 'more than 64 MB of memory',
      });
      expect(await pool.run({ kind: 'thread' })).toBeGreaterThan(0);
    },
  );

  it('a signal ends a running task and removes a waiting one', async () => {
    const pool = startPool({ maxWorkers: 1 });
    await pool.run({ kind: 'thread' });
    const controller = new AbortController();
    const { signal } = controller;
    const running = pool.run({ kind: 'loop' }, { signal });
    const waiting = pool.run({ kind: 'loop' }, { signal });
    const next = pool.run({ kind: 'thread' });
    controller.abort(new Error('The client disconnected.'));
    await expect(running).rejects.toThrow('The client disconnected.');
    await expect(waiting).rejects.toThrow('The client disconnected.');
    expect(await next).toBeGreaterThan(0);
    await expect(pool.run({ kind: 'thread' }, { signal })).rejects.toThrow('The client disconnected.');
  });
});

describe('errors', () => {
  it('an error of a task keeps its class and its fields', async () => {
    const pool = startPool();
    await expect(pool.run({ kind: 'fail' })).rejects.toMatchObject({
      name: 'PdfapiError',
      code: 'invalid_data',
      hint: 'Correct it.',
    });
    expect(await pool.run({ kind: 'thread' })).toBeGreaterThan(0);
  });

  it('a task that cannot be cloned fails, and the thread performs the next one', async () => {
    const pool = startPool({ maxWorkers: 1 });
    const task = { kind: 'thread', callback: () => {} } as EchoTask;
    await expect(pool.run(task)).rejects.toThrow(/could not be cloned/);
    expect(await pool.run({ kind: 'thread' })).toBeGreaterThan(0);
  });

  it('a thread that exits fails its task only', async () => {
    const pool = startPool({ maxWorkers: 1 });
    const next = pool.run({ kind: 'exit' }).catch(async (error: Error) => {
      expect(error.message).toBe('The thread echo-worker.ts ended with code 3.');
      return await pool.run({ kind: 'thread' });
    });
    expect(await next).toBeGreaterThan(0);
  });

  it('a thread that cannot start fails the tasks that wait for it', async () => {
    const pool = startPool({
      script: new URL('./missing.ts', import.meta.url),
      maxWorkers: 1,
      isEager: true,
    });
    await expect(pool.run({ kind: 'thread' })).rejects.toThrow(/missing\.ts/);
    await expect(pool.run({ kind: 'thread' })).rejects.toThrow(/missing\.ts/);
  });

  it('an error of the respondent fails the task', async () => {
    const pool = startPool();
    const onQuestion = () => Promise.reject(new Error('No reply.'));
    await expect(pool.run({ kind: 'ask', question: 'x' }, { onQuestion })).rejects.toThrow('No reply.');
  });
});

it('a transferred buffer is moved, and any other is copied', async () => {
  const pool = startPool();
  const bytes = new Uint8Array(10);
  expect(await pool.run({ kind: 'length', bytes })).toBe(10);
  expect(bytes.length).toBe(10);
  expect(await pool.run({ kind: 'length', bytes }, { transfer: [bytes.buffer] })).toBe(10);
  expect(bytes.length).toBe(0);
});

it('closing fails running, waiting and later tasks, and can be repeated', async () => {
  const pool = startPool({ maxWorkers: 1 });
  await pool.run({ kind: 'thread' });
  const tasks = [pool.run({ kind: 'loop' }), pool.run({ kind: 'thread' })];
  const outcomes = Promise.allSettled(tasks);
  await Promise.all([pool.close(), pool.close()]);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The pool is closed.' } });
  }
  await expect(pool.run({ kind: 'thread' })).rejects.toThrow('The pool is closed.');
});
