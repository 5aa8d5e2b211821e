/** CPU priorities under load: the server first, then browsers, then long-running pages. */
import { setPriority } from 'node:os';
import { getThreads } from './process-tree.ts';

/**
 * Nice values: 0 is normal and used by the server; 19 is the lowest priority. With 4, 8 and 12, receipts beside floods of messages
 * take five times as long as with these (`bench/fairness`). The price: beside busy programs of others, a print takes longer.
 */
export const niceValues = {
  /** For a browser and all its processes, so that the server stays responsive. */
  browser: 10,
  /** For browsers of single documents, whose start alone costs as much as many documents of other owners. */
  isolatedBrowser: 15,
  /** For renderers that have already used much CPU time, so that newly started documents go first. */
  longRunning: 19,
} as const;

/**
 * Sets the nice value of all threads of a process. Threads and processes that they start inherit it. A process that has
 * ended or belongs to another user is skipped: priorities are an optimization, and nothing depends on them.
 */
export function setNiceValue(pid: number, niceValue: number): void {
  // Linux keeps a nice value per thread, and the process id refers to the first thread only.
  for (const thread of new Set([pid, ...getThreads(pid)])) {
    try {
      setPriority(thread, niceValue);
    } catch {
      // The thread has ended, or belongs to another user.
    }
  }
}
