/**
 * Checks templates of strangers in a thread that is ended when one takes too long or too much: the check fills the
 * template with its sample data, and a loop in it must not hold the server.
 */
import { Failure } from '../../contract/errors.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { type CheckThread, startCheckThread, type TemplateCheckLimits } from './check-thread.ts';

export interface TemplateChecker {
  /** What is wrong with these files as a template; none: it is one. Throws `queue_full`. */
  check(files: TemplateFiles, name: string): Promise<readonly Failure[]>;
  close(): Promise<void>;
}

const standard: TemplateCheckLimits = { seconds: 20, memoryMb: 512 };
/** Checks that wait for the one under way: each holds its files in memory. */
const mostWaiting = 16;
/** Milliseconds without a check after which the thread ends: most servers seldom see a push. */
const idleLimit = 30_000;

export function startTemplateChecker(limits = standard): TemplateChecker {
  let thread: CheckThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.end();
  };
  const checkNow = async (files: TemplateFiles, name: string) => {
    clearTimeout(idle);
    thread ??= startCheckThread(limits);
    try {
      return await thread.check(files, name);
    } finally {
      if (thread?.isOver) thread = undefined;
      idle = setTimeout(end, idleLimit).unref();
    }
  };
  return {
    async check(files, name) {
      if (waiting >= mostWaiting) {
        throw new Failure('queue_full', 'Too many templates wait to be checked.');
      }
      waiting++;
      // One after the other: the cores are for documents.
      const mine = last.then(() => checkNow(files, name));
      last = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },
    close: end,
  };
}
