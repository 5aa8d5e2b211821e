/** Runs work on large PDFs in a separate thread: it takes seconds, during which the server must keep responding. */

import assert from 'node:assert/strict';
import type { StandardsSettings } from '../../contract/documents.ts';
import { Failure } from '../../contract/errors.ts';
import type { Deadline } from '../../core/deadline.ts';
import type { InsertTask } from '../../core/large-pdf/insert-streams.ts';
import type { StampTask } from '../../core/paged/stamp/apply-layers.ts';
import type { FileProtection, LinkText, StreamPlace } from '../../core/pdf/index.ts';
import type { FinishTask, OverlayTask, UnderlayTask } from '../../core/pdf-work.ts';
import { shareLargeBytes } from '../../core/workers/share-bytes.ts';
import { runInWorker, threadBeside, WorkerLimitError } from '../../core/workers/worker-pool.ts';

export type PdfTask =
  | {
      readonly kind: 'merge';
      readonly documents: readonly Uint8Array[];
      /** Name a document in an error. Default: `Document 3`. */
      readonly names?: readonly string[] | undefined;
      readonly standards?: StandardsSettings | undefined;
      /** The XML of an e-invoice for the whole file. */
      readonly eInvoice?: string | undefined;
      /** The selected pages of the merged file, and of each document. */
      readonly pages?: string | undefined;
      readonly pagesOfEach?: readonly (string | undefined)[] | undefined;
      /** Encrypts the merged file. */
      readonly protection?: FileProtection | undefined;
      /** Whether the caller encrypts the merged file instead. Default: false. */
      readonly isProtectedLater?: boolean | undefined;
      /** The documents are encrypted with this key. */
      readonly key?: Uint8Array | undefined;
      /** Whether `PdfTaskTools.stamp` stamps the merged file. Default: false. */
      readonly isStamped?: boolean | undefined;
    }
  | ({ readonly kind: 'compact' } & FinishTask)
  /** Sets properties only, and counts the pages. */
  | ({ readonly kind: 'properties' } & FinishTask)
  | { readonly kind: 'tag'; readonly pdf: Uint8Array; readonly links: readonly LinkText[] }
  /** The result is JSON of `PrintedPages`. */
  | { readonly kind: 'pages'; readonly pdf: Uint8Array }
  | ({ readonly kind: 'overlay' } & OverlayTask)
  | ({ readonly kind: 'insert' } & InsertTask)
  | ({ readonly kind: 'underlay' } & UnderlayTask)
  | ({ readonly kind: 'stamp' } & StampTask)
  | { readonly kind: 'fields'; readonly pdf: Uint8Array }
  | { readonly kind: 'protect'; readonly pdf: Uint8Array; readonly protection: FileProtection };

export interface FinishedPdfTask {
  readonly result: Uint8Array;
  /** Where the data of a task of the kind `insert` belongs. */
  readonly places?: readonly StreamPlace[];
  /** How many pages the result of a task of the kind `properties` has. */
  readonly pages?: number;
  /** Milliseconds that the task itself took. */
  readonly ms: number;
}

const thread = threadBeside(import.meta.url, 'pdf');

const steps = {
  merge: 'merging the documents',
  compact: 'making the PDF smaller',
  properties: 'setting the properties of the PDF',
  tag: 'completing the tags of the PDF',
  pages: 'reading the pages of the PDF',
  overlay: 'laying headers and footers over the document',
  insert: 'adding the pictures to the PDF',
  underlay: 'laying base.pdf under the document',
  stamp: 'stamping the document',
  fields: 'making the signature fields of the PDF',
  protect: 'encrypting the document',
} as const;

/** What a task needs of the server. */
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
  const run = async () =>
    await runInWorker<PdfTask, FinishedPdfTask, Uint8Array, Uint8Array>(thread, await shareLargeBytes(task), {
      signal,
      onQuestion,
    });
  try {
    return await deadline.race(steps[task.kind], run());
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    throw new Failure('memory_limit', `Processing the document takes ${cause.amount}.`, { cause });
  }
}
