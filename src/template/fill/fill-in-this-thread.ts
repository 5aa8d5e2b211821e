import type { Fill } from './fill.ts';

/** Fills in this thread, for templates of the caller's own. Loading the template engine takes a command 20 ms. */
export const fillInThisThread: Fill = async (job, deadline) =>
  (await import('./in-process.ts')).fillInProcess(job, deadline);
