/** Runs work on large PDFs in a separate thread: it takes seconds, during which the server must keep responding. */
import { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../../core/deadline.ts';
import type { Properties } from '../../core/pdf/index.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../../core/workers/bounded-worker.ts';
import { deserializeError, type SerializedError } from '../../core/workers/serialize-error.ts';

export type PdfTask =
  | { readonly kind: 'merge'; readonly documents: readonly Uint8Array[] }
  | { readonly kind: 'compact'; readonly pdf: Uint8Array; readonly properties: Properties }
  | { readonly kind: 'underlay'; readonly pdf: Uint8Array; readonly base: Uint8Array };

/** The message that the thread posts. */
export type PdfTaskMessage =
  | { readonly result: Uint8Array; readonly ms: number }
  | { readonly error: SerializedError };

export interface FinishedPdfTask {
  readonly result: Uint8Array;
  /** Milliseconds that the task itself took. */
  readonly ms: number;
}

/** Heap limit of the thread, in MB; the bytes of the documents are not counted. */
const memoryMb = 1_024;

const script = moduleBeside(import.meta.url, 'pdf-worker');

const steps = {
  merge: 'merging the documents',
  compact: 'making the PDF smaller',
  underlay: 'laying base.pdf under the document',
} as const;

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and the errors of the task. */
export async function runPdfTask(task: PdfTask, deadline: Deadline): Promise<Uint8Array> {
  return (await runTimedPdfTask(task, deadline)).result;
}

/** Like `runPdfTask`, and also returns the time that the task took. */
export async function runTimedPdfTask(task: PdfTask, deadline: Deadline): Promise<FinishedPdfTask> {
  const worker = startBoundedWorker(script, memoryMb, task);
  const { promise, resolve, reject } = Promise.withResolvers<FinishedPdfTask>();
  worker.once('message', (message: PdfTaskMessage) =>
    'error' in message ? reject(deserializeError(message.error)) : resolve(message),
  );
  worker.once('error', (error) => {
    const message = `The document takes more than ${memoryMb} MB of memory.`;
    reject(isOutOfMemory(error) ? new Failure('memory_limit', message, { cause: error }) : error);
  });
  worker.once('exit', (code) => reject(new Error(`The thread for a PDF ended with code ${code}.`)));
  try {
    return await deadline.race(steps[task.kind], promise);
  } finally {
    await worker.terminate();
  }
}
