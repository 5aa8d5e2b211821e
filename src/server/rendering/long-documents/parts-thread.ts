/**
 * Divides a document with a long table, list or text, and joins its printed parts, in a separate thread: it takes seconds, during which
 * the server must keep responding. The thread asks for each part to be printed.
 */

import { Failure } from '#contract/errors';
import type { MarkOptions, MeasureOptions } from '#render/long-documents/part-layout';
import type { OnProgress } from '#render/long-documents/print-long-document';
import type { PartsTask, PrintedParts } from '#render/long-documents/print-parts';
import { withBuffer } from '#render/long-documents/with-buffer';
import type { LongDocumentTools, PrintParts } from '#render/long-documents/with-long-documents';
import { runInWorker, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { inMemory } from '../pdf-work.ts';

export interface PartsMessage {
  readonly task: PartsTask;
  /** The path of the document among its assets. */
  readonly documentPath: string | undefined;
}

export type PartsQuestion =
  | { readonly kind: 'measure'; readonly html: string; readonly options: MeasureOptions }
  | { readonly kind: 'print'; readonly html: string; readonly options: MarkOptions }
  | { readonly kind: 'asset'; readonly path: string }
  | { readonly kind: 'progress'; readonly progress: Parameters<OnProgress> };

const thread = threadBeside(import.meta.url, 'parts');

/** How the server prints a document with a long table, list or text. */
export const longDocumentTools = (onProgress?: LongDocumentTools['onProgress']): LongDocumentTools => ({
  printParts: printPartsInThread,
  maxBytes: inMemory.maxBytes,
  // The queue gives the document one place.
  pagesAtOnce: 1,
  onProgress,
});

/** Throws `timeout`, the deadline's own reason, `memory_limit`, and the errors of the printer. */
const printPartsInThread: PrintParts = async (task, { printer, assets, deadline, onProgress }) => {
  const onQuestion = async (question: PartsQuestion) => {
    switch (question.kind) {
      case 'measure':
        return await printer.measure(question.html, question.options);
      case 'print':
        return await printer.print(question.html, question.options);
      case 'asset': {
        const asset = await assets.read(question.path);
        return asset && { type: asset.type, bytes: asset.bytes };
      }
      case 'progress':
        return onProgress(...question.progress);
    }
  };
  const message = { task, documentPath: assets.documentPath };
  const printing = runInWorker<PartsMessage, PrintedParts, PartsQuestion, unknown>(thread, message, {
    signal: deadline.signal,
    onQuestion,
  });
  try {
    const result = await printing;
    return 'reason' in result ? result : { ...result, printed: withBuffer(result.printed) };
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    throw new Failure('memory_limit', `Joining the parts of the document takes ${cause.amount}.`, { cause });
  }
};
