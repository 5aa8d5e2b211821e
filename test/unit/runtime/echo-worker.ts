/** Performs what the tests of the pool ask for. */
import { threadId } from 'node:worker_threads';
import { Failure } from '../../../src/contract/errors.ts';
import { serveTasks } from '../../../src/runtime/serve-tasks.ts';

export type EchoTask =
  | { readonly kind: 'thread' }
  | { readonly kind: 'loop' }
  | { readonly kind: 'fill memory'; readonly with: keyof typeof fillers }
  | { readonly kind: 'exit' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'length'; readonly bytes: Uint8Array }
  | { readonly kind: 'ask'; readonly question: string };

/** Each goes on until it is stopped. */
const fillers = {
  'small objects': () => {
    const held: object[] = [];
    for (;;) held.push({ a: held.length });
  },
  'long arrays': () => {
    const held: number[][] = [];
    for (;;) held.push(new Array(5_000_000).fill(1.5));
  },
  'a growing map': () => {
    const held = new Map<number, number>();
    for (let next = 0; ; next++) held.set(next % 16_000_000, next);
  },
  'many maps': () => {
    const held: Map<number, number>[] = [];
    for (;;) held.push(new Map([[held.length, 1]]));
  },
};

serveTasks<EchoTask, unknown, string, string>(async (task, ask) => {
  switch (task.kind) {
    case 'thread':
      return threadId;
    case 'loop':
      for (;;);
    case 'fill memory':
      return fillers[task.with]();
    case 'exit':
      return process.exit(3);
    case 'fail':
      throw new Failure('invalid_data', 'The data is wrong.', { hint: 'Correct it.' });
    case 'environment':
      return process.env;
    case 'length':
      return task.bytes.length;
    case 'ask':
      return `${await ask(task.question)}!`;
  }
});
