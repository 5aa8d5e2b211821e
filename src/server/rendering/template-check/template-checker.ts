/**
 * Checks untrusted templates in threads that are ended if one exceeds its time or memory: the check fills the template
 * with its sample data, and a loop in it must not block the server. Teams take turns, and a team whose checks never end
 * leaves a second thread to the others.
 */
import type { Failure } from '../../../contract/errors.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import { startRenderQueue } from '../render-queue.ts';
import { startThreadReuse } from '../thread-reuse.ts';
import { startCheckThread, type TemplateCheckLimits } from './template-check-thread.ts';

export interface TemplateChecker {
  /**
   * Returns the faults of these files as a template; an empty list means that they are valid. The check leaves its
   * place in the queue, or stops, when `signal` aborts. Throws `queue_full`, `server_stopping` and the reason of
   * `signal`.
   */
  check(files: TemplateFiles, name: string, team: number, signal: AbortSignal): Promise<readonly Failure[]>;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

const standard: TemplateCheckLimits = { seconds: 5, memoryMb: 512 };
/** Checks that may wait, across all teams. Each holds its files in memory. */
const maxWaiting = 16;
/** In milliseconds. Most servers rarely see a push. */
const maxIdleMs = 30_000;

export function startTemplateChecker(limits = standard): TemplateChecker {
  // The checks of one team run one after another, because the cores are for documents.
  const queue = startRenderQueue({
    workers: 1,
    reserve: 1,
    capacity: maxWaiting,
    fullMessage: 'Too many templates are waiting to be checked.',
  });
  const threads = startThreadReuse({ start: () => startCheckThread(limits), maxIdleMs });
  return {
    check: (files, name, team, signal) =>
      queue.run(team, signal, () =>
        threads.run(async (thread) => {
          const stop = () => void thread.end();
          signal.addEventListener('abort', stop, { once: true });
          try {
            return await thread.check(files, name);
          } catch (error) {
            throw signal.aborted ? signal.reason : error;
          } finally {
            signal.removeEventListener('abort', stop);
          }
        }),
      ),
    async close() {
      queue.close();
      await threads.close();
    },
  };
}
