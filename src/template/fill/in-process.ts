/** Fills in this thread: for a single document, for which starting another thread would cost more than it protects. */
import { compileJob } from './compile-job.ts';
import { convertMarkdown } from './convert-markdown.ts';
import type { Fill } from './fill.ts';

export const fillInProcess: Fill = async (job, deadline) => {
  deadline.check('compiling the template');
  const compiled = compileJob(job);
  deadline.check('compiling the template');
  const filled = compiled.fill(job);
  deadline.check('filling the template');
  const converted = await convertMarkdown(filled, job);
  deadline.check('reading the Markdown');
  return converted;
};
