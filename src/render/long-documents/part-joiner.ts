/**
 * Completes the parts of one document and joins them in a thread of its own. Both take about half as long as printing a part,
 * and the thread that prints responds to the browser meanwhile.
 */

import type { PrintedDocument } from '#browser/browser';
import { Failure } from '#contract/errors';
import { PdfError } from '#pdf';
import type { PdfFailure } from '#pdf/threads/pdf-failure';
import type { Deadline } from '#runtime/deadline';
import { movable } from '#runtime/share-bytes';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { PrintedPart } from './print-long-document.ts';
import { withBuffer } from './with-buffer.ts';

export type JoinTask =
  | ({ readonly kind: 'add'; readonly tags: boolean; readonly baseUrl: string | undefined } & Omit<
      PrintedPart,
      'printed'
    > & {
        readonly printed: Pick<PrintedDocument, 'links' | 'linkTexts' | 'headingTexts' | 'language'> & {
          readonly pdf: Uint8Array;
        };
      })
  | { readonly kind: 'finish' };

interface JoinedPart {
  /** The size of its completed PDF. */
  readonly bytes: number;
  /** Problems of the part, one sentence each. */
  readonly problems: readonly string[];
}

export type JoinResult = JoinedPart | { readonly pdf: Uint8Array };

export interface PartJoiner {
  /**
   * Adds the next part, whose PDF is not needed afterwards. Throws `PdfError`: `unsupported` if the part is unlike those before
   * it, and `memory_limit`.
   */
  add(part: PrintedPart): Promise<JoinedPart>;
  /** Returns the whole document. Throws `memory_limit`. */
  finish(): Promise<Buffer>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Its functions also throw the reason of the deadline's signal. */
export function startPartJoiner(
  { tags, baseUrl }: { readonly tags: boolean; readonly baseUrl: string | undefined },
  { signal }: Deadline,
): PartJoiner {
  const pool = startWorkerPool<JoinTask, JoinResult | PdfFailure>({
    ...threadBeside(import.meta.url, 'join-parts'),
    // The parts that were added are in this thread.
    maxWorkers: 1,
    closedError: () => new Failure('interrupted', 'The document is no longer needed.'),
  });
  const run = async (task: JoinTask, transfer: ArrayBuffer[] = []): Promise<JoinResult> => {
    try {
      const result = await pool.run(task, { signal, transfer });
      if ('error' in result) throw new PdfError(result.error.code, result.error.message);
      return result;
    } catch (cause) {
      if (!(cause instanceof WorkerLimitError)) throw cause;
      throw new Failure('memory_limit', `Joining the parts of the document takes ${cause.amount}.`, {
        cause,
      });
    }
  };
  return {
    async add({ printed, ...place }) {
      const { pdf, links, linkTexts, headingTexts, language } = printed;
      const part = { ...place, printed: { pdf, links, linkTexts, headingTexts, language } };
      const result = await run({ kind: 'add', tags, baseUrl, ...part }, movable(pdf));
      if ('pdf' in result) throw new Error('The thread has finished the document.');
      return result;
    },
    async finish() {
      const result = await run({ kind: 'finish' });
      if (!('pdf' in result)) throw new Error('The thread has not finished the document.');
      return withBuffer(result).pdf;
    },
    close: () => pool.close(),
  };
}
