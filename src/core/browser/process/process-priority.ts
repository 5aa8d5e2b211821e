/** Who gets the processor first where there is not enough for all: the server, then browsers, then long-running pages. */
import { setPriority } from 'node:os';
import { threadsOf } from './process-tree.ts';

/** Nice values: 0 is normal and the server's own, 19 the lowest priority that there is. */
export const niceValues = {
  /** Of a browser and all its processes, so that the server always answers. */
  browser: 10,
  /** Of browsers for single documents, whose start alone costs as much as many documents of others. */
  isolatedBrowser: 15,
  /** Of renderers that have used much CPU time already, so that a document that has just begun goes first. */
  longRunning: 19,
} as const;

/**
 * Gives all threads of a process this nice value; threads and processes that they start inherit it. A process that
 * has ended or that belongs to another user is left as it is: priorities help, and nothing depends on them.
 */
export function setNiceValue(pid: number, niceValue: number): void {
  // Linux keeps one nice value for each thread, and the id of the process names its first thread only.
  for (const thread of new Set([pid, ...threadsOf(pid)])) {
    try {
      setPriority(thread, niceValue);
    } catch {
      // It has ended meanwhile.
    }
  }
}
