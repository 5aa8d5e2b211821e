/**
 * Checks finished PDFs and the XML of e-invoices in threads: both grow with what strangers send, and must not block the
 * server. The threads are kept, because a check takes less time than the start of a thread.
 */
import { Failure } from '../../../contract/errors.ts';
import type {
  CheckConformance,
  CheckEInvoice,
  CheckedEInvoice,
  CheckedPdf,
} from '../../../core/requested-standards.ts';
import { moduleBeside, startWorkerPool, WorkerLimitError } from '../../../core/workers/worker-pool.ts';
import type { StandardsTask } from './standards-check-worker.ts';

export interface StandardsChecker {
  readonly checkConformance: CheckConformance;
  readonly checkEInvoice: CheckEInvoice;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

/** The time of a render applies too. */
const limits = { ms: 20_000, memoryMb: 512, idleMs: 60_000 } as const;

/** Starts threads with the first check that needs them. The queue of renders bounds the checks at the same time. */
export function startStandardsChecker(workers: number): StandardsChecker {
  const pool = startWorkerPool<StandardsTask, CheckedPdf | CheckedEInvoice>({
    script: moduleBeside(import.meta.url, 'standards-check-worker'),
    memoryMb: limits.memoryMb,
    maxWorkers: workers,
    idleMs: limits.idleMs,
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  return {
    async checkConformance(pdf, levels, deadline) {
      const { signal } = deadline;
      const check = pool.run({ pdf, levels }, { limitMs: limits.ms, signal });
      try {
        return (await deadline.race('checking the PDF', check)) as CheckedPdf;
      } catch (error) {
        if (error instanceof WorkerLimitError) return { unreadable: `Its check takes ${error.amount}.` };
        throw error;
      }
    },
    async checkEInvoice(xml, deadline) {
      const { signal } = deadline;
      const check = pool.run({ xml }, { limitMs: limits.ms, signal });
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
