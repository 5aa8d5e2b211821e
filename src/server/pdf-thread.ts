/** Work on large PDFs in a thread of its own: it takes seconds, in which the server must go on answering. */
import { Failure } from '../contract/errors.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../core/bounded-worker.ts';
import type { Deadline } from '../core/deadline.ts';
import { type CrossingError, unpackError } from '../core/fill/crossing-error.ts';
import type { Properties } from '../core/pdf/index.ts';

export type PdfTask =
  | { readonly kind: 'merge'; readonly documents: readonly Uint8Array[] }
  | { readonly kind: 'compact'; readonly pdf: Uint8Array; readonly properties: Properties }
  | { readonly kind: 'underlay'; readonly pdf: Uint8Array; readonly base: Uint8Array };

/** What comes back from the thread. */
export type PdfTaskMessage =
  | { readonly result: Uint8Array; readonly ms: number }
  | { readonly error: CrossingError };

export interface FinishedPdfTask {
  readonly result: Uint8Array;
  /** Milliseconds that the work itself took. */
  readonly ms: number;
}

/** MB of the thread's heap; the bytes of the documents come on top. */
const memoryMb = 1_024;

const script = moduleBeside(import.meta.url, 'pdf-worker');

const steps = {
  merge: 'merging the documents',
  compact: 'making the PDF smaller',
  underlay: 'laying base.pdf under the document',
} as const;

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and what the task throws. */
export async function runPdfTask(task: PdfTask, deadline: Deadline): Promise<Uint8Array> {
  return (await runTimedPdfTask(task, deadline)).result;
}

/** The same, for those who decide by the time that it took. */
export async function runTimedPdfTask(task: PdfTask, deadline: Deadline): Promise<FinishedPdfTask> {
  const worker = startBoundedWorker(script, memoryMb, task);
  const { promise, resolve, reject } = Promise.withResolvers<FinishedPdfTask>();
  worker.once('message', (message: PdfTaskMessage) =>
    'error' in message ? reject(unpackError(message.error)) : resolve(message),
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
