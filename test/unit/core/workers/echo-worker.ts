/** Performs what the tests of the pool ask for. */
import { threadId } from 'node:worker_threads';
import { Failure } from '../../../../src/contract/errors.ts';
import { serveTasks } from '../../../../src/core/workers/serve-tasks.ts';

export type EchoTask =
  | { readonly kind: 'thread' }
  | { readonly kind: 'loop' }
  | { readonly kind: 'fill memory' }
  | { readonly kind: 'exit' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'length'; readonly bytes: Uint8Array }
  | { readonly kind: 'ask'; readonly question: string };

serveTasks<EchoTask, unknown, string, string>(async (task, ask) => {
  switch (task.kind) {
    case 'thread':
      return threadId;
    case 'loop':
      for (;;);
    case 'fill memory': {
      const held: object[] = [];
      for (;;) held.push({ a: held.length });
    }
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
