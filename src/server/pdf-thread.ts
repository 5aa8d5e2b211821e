/** Work on large PDFs in a thread of its own: it takes seconds, in which the server must go on answering. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../contract/errors.ts';
import type { Deadline } from '../core/deadline.ts';

export type PdfTask =
  | { readonly kind: 'merge'; readonly documents: readonly Uint8Array[] }
  | { readonly kind: 'compact'; readonly pdf: Uint8Array };

/** MB of the thread's heap; the bytes of the documents come on top. */
const memoryMb = 1_024;

/** The same file as TypeScript or as what was built from it. */
const script = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url);

const steps = { merge: 'merging the documents', compact: 'making the PDF smaller' } as const;

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and what the task throws. */
export async function runPdfTask(task: PdfTask, deadline: Deadline): Promise<Uint8Array> {
  const worker = new Worker(script, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const message = `The document takes more than ${memoryMb} MB of memory.`;
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isTooLarge ? new Failure('memory_limit', message, { cause: error }) : error);
  });
  worker.once('exit', (code) => reject(new Error(`The thread for a PDF ended with code ${code}.`)));
  try {
    return await deadline.race(steps[task.kind], promise);
  } finally {
    await worker.terminate();
  }
}
