/**
 * Checks finished PDFs and the XML of e-invoices in threads: both grow with what strangers send, and must not block the
 * server. The threads are kept, because a check takes less time than the start of a thread.
 */

import type { ConformanceLevel } from '#conformance';
import { Failure } from '#contract/errors';
import type { CheckConformance } from '#render/requested-standards';
import type { Deadline } from '#runtime/deadline';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { CheckEInvoice, CheckedEInvoice } from '#template/embedded-invoice';
import type { DescribedPdf, StandardsTask } from './standards-check-worker.ts';

export interface StandardsChecker {
  readonly checkConformance: CheckConformance;
  readonly checkEInvoice: CheckEInvoice;
  /** Checks a PDF for the levels that it claims or, if it claims nothing, PDF/A-2b and PDF/UA-1. */
  describe(pdf: Uint8Array, deadline: Deadline): Promise<DescribedPdf>;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

/**
 * Starts threads with the first check that needs them. The queue of renders bounds the checks at the same time, and the time of
 * a render applies to them too.
 */
export function startStandardsChecker(workers: number): StandardsChecker {
  const pool = startWorkerPool<StandardsTask, DescribedPdf | CheckedEInvoice>({
    ...threadBeside(import.meta.url, 'standards-check'),
    maxWorkers: workers,
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  const check = async (
    pdf: Uint8Array,
    levels: readonly ConformanceLevel[] | undefined,
    deadline: Deadline,
  ): Promise<DescribedPdf> => {
    const { signal } = deadline;
    const checked = pool.run({ pdf, levels }, { signal });
    try {
      return (await deadline.race('checking the PDF', checked)) as DescribedPdf;
    } catch (error) {
      if (error instanceof WorkerLimitError) return { unreadable: `Its check takes ${error.amount}.` };
      throw error;
    }
  };
  return {
    checkConformance: check,
    describe: (pdf, deadline) => check(pdf, undefined, deadline),
    async checkEInvoice(xml, deadline) {
      const { signal } = deadline;
      const check = pool.run({ xml }, { signal });
      try {
        return (await deadline.race('checking the e-invoice', check)) as CheckedEInvoice;
      } catch (error) {
        if (!(error instanceof WorkerLimitError)) throw error;
        const message = `Its check takes ${error.amount}.`;
        return { profile: undefined, findings: [{ rule: 'xml', path: '', message, severity: 'error' }] };
      }
    },
    close: () => pool.close(),
  };
}
