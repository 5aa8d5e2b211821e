/** The threads' side of `worker-pool.ts`. */
import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads';
import { type SerializedError, serializeError } from './serialize-error.ts';

export type ToWorker<Task = unknown, Reply = unknown> =
  | { readonly task: Task }
  | { readonly reply: Reply; readonly to: number };

export type FromWorker =
  | 'ready'
  /** Something that the task needs and that the pool's side has. It sends a reply to the question of this number. */
  | { readonly question: unknown; readonly number: number }
  | { readonly result: unknown }
  | { readonly error: SerializedError };

export interface ServeTasksOptions<Result> {
  /** Returns the buffers of a result that are moved instead of being copied. */
  readonly getTransfer?: (result: Result) => readonly Transferable[];
}

/**
 * Runs in a thread: performs one task after another. Errors are sent to the pool's side, where `run` throws them with
 * their class and their fields. Call it once, when everything that tasks need is loaded.
 *
 * @example
 * serveTasks((pdf: Uint8Array) => inspectPdf(pdf).pages);
 */
export function serveTasks<Task, Result, Question = never, Reply = never>(
  perform: (task: Task, ask: (question: Question) => Promise<Reply>) => Result | Promise<Result>,
  { getTransfer = () => [] }: ServeTasksOptions<Result> = {},
): void {
  const port = parentPort as MessagePort;
  const send = (message: FromWorker, moved: readonly Transferable[] = []) => port.postMessage(message, moved);
  const asked = new Map<number, (reply: Reply) => void>();
  let count = 0;
  const ask = (question: Question): Promise<Reply> =>
    new Promise((resolve) => {
      const number = count++;
      asked.set(number, resolve);
      send({ question, number });
    });
  port.on('message', async (message: ToWorker<Task, Reply>) => {
    if ('reply' in message) {
      asked.get(message.to)?.(message.reply);
      asked.delete(message.to);
      return;
    }
    try {
      const result = await perform(message.task, ask);
      send({ result }, getTransfer(result));
    } catch (error) {
      send({ error: serializeError(error) });
    }
  });
  send('ready');
}
