/** Lints HTML of strangers: parsing it can take seconds, and a thread that takes too long is ended. */
import { Failure } from '#contract/errors';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { Lint, LintJob, LintResult } from './lint-job.ts';

export interface LintPool {
  readonly lint: Lint;
  /** Ends all threads. The work in progress fails. */
  close(): Promise<void>;
}

/** Starts threads on demand. A document that exceeds the limits gets a result that says so. */
export function startLintPool({ maxLintMs = threadLimits.lint.limitMs } = {}): LintPool {
  const pool = startWorkerPool<LintJob, LintResult>({
    ...threadBeside(import.meta.url, 'lint'),
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
