/** Runs work on large PDFs in a separate thread: it takes seconds, during which the server must keep responding. */

import assert from 'node:assert/strict';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import { shareLargeBytes } from '#runtime/share-bytes';
import { runInWorker, startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { type FinishedPdfTask, isLarge, type PdfTask } from './pdf-task.ts';

const thread = threadBeside(import.meta.url, 'pdf');

/** Threads that stay for a while: a new one takes several times as long for a document, until its code is compiled. */
const pool = startWorkerPool<PdfTask, FinishedPdfTask, Uint8Array, Uint8Array>({
  ...thread,
  closedError: (): never => assert.fail('The pool is never closed: its threads keep no process alive.'),
});

const steps = {
  merge: 'merging the documents',
  compact: 'making the PDF smaller',
  properties: 'setting the properties of the PDF',
  tag: 'completing the tags of the PDF',
  pages: 'reading the pages of the PDF',
  sheets: 'cutting the pages to their sheets',
  overlay: 'laying headers and footers over the document',
  insert: 'adding the pictures to the PDF',
  underlay: 'laying base.pdf under the document',
  stamp: 'stamping the document',
  fields: 'making the form fields of the PDF',
  protect: 'encrypting the document',
  arrange: 'changing the PDF',
  split: 'splitting the PDF',
  join: 'merging the PDFs',
  describe: 'reading the PDF',
} as const;

/** Steps of a task that the thread asks the server for. */
export interface PdfTaskTools {
  /** Draws stamps on the pages that are left of a merged file. */
  readonly stamp?: ((pdf: Uint8Array) => Promise<Uint8Array>) | undefined;
}

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and the errors of the task. */
export async function runPdfTask(
  task: PdfTask,
  deadline: Deadline,
  tools: PdfTaskTools = {},
): Promise<Uint8Array> {
  return (await runTimedPdfTask(task, deadline, tools)).result;
}

/** Like `runPdfTask`, and also returns the time that the task took. */
export async function runTimedPdfTask(
  task: PdfTask,
  deadline: Deadline,
  { stamp }: PdfTaskTools = {},
): Promise<FinishedPdfTask> {
  const { signal } = deadline;
  const onQuestion = stamp ?? ((): never => assert.fail('The task has no stamps.'));
  const run = async () => {
    const shared = await shareLargeBytes(task);
    const options = { signal, onQuestion };
    // Its thread has the lowest priority, and cannot get another one.
    if (isLarge(task))
      return await runInWorker<PdfTask, FinishedPdfTask, Uint8Array, Uint8Array>(thread, shared, options);
    return await pool.run(shared, options);
  };
  try {
    return await deadline.race(steps[task.kind], run());
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    throw new Failure('memory_limit', `Processing the document takes ${cause.amount}.`, { cause });
  }
}
