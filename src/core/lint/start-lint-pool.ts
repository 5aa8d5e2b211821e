/** Lints HTML of strangers: parsing it can take seconds, and a thread that takes too long is ended. */
import { Failure } from '../../contract/errors.ts';
import { moduleBeside, startWorkerPool, WorkerLimitError } from '../workers/worker-pool.ts';
import type { Lint, LintJob, LintResult } from './lint-job.ts';

export interface LintPool {
  readonly lint: Lint;
  /** Ends all threads. The work in progress fails. */
  close(): Promise<void>;
}

/** Milliseconds for one document, MB of a thread's heap, and milliseconds without work after which a thread ends. */
const standardLintMs = 3_000;
const memoryMb = 512;
const idleMs = 60_000;

/** Starts threads on demand. A document that exceeds the limits gets a result that says so. */
export function startLintPool({ maxLintMs = standardLintMs } = {}): LintPool {
  const pool = startWorkerPool<LintJob, LintResult>({
    script: moduleBeside(import.meta.url, 'lint-worker'),
    memoryMb,
    idleMs,
    closedError: () => new Failure('interrupted', 'HTML is no longer checked: this process is ending.'),
  });
  return {
    async lint(job, deadline) {
      const linted = pool.run(job, { limitMs: maxLintMs, signal: deadline.signal });
      try {
        return await deadline.race('checking the HTML for accessibility', linted);
      } catch (error) {
        if (!(error instanceof WorkerLimitError)) throw error;
        const problem = `the HTML was not checked for accessibility, because that takes ${error.amount}`;
        return { findings: [], problem };
      }
    },
    close: () => pool.close(),
  };
}
