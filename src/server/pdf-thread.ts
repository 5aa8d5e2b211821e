/** Work on large PDFs in a thread of its own: it takes seconds, in which the server must go on answering. */
import { Failure } from '../contract/errors.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../core/bounded-worker.ts';
import type { Deadline } from '../core/deadline.ts';
import type { Properties } from '../core/pdf/index.ts';

export type PdfTask =
  | { readonly kind: 'merge'; readonly documents: readonly Uint8Array[] }
  | { readonly kind: 'compact'; readonly pdf: Uint8Array; readonly properties: Properties };

/** MB of the thread's heap; the bytes of the documents come on top. */
const memoryMb = 1_024;

const script = moduleBeside(import.meta.url, 'pdf-worker');

const steps = { merge: 'merging the documents', compact: 'making the PDF smaller' } as const;

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and what the task throws. */
export async function runPdfTask(task: PdfTask, deadline: Deadline): Promise<Uint8Array> {
  const worker = startBoundedWorker(script, memoryMb, task);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  worker.once('message', resolve);
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
