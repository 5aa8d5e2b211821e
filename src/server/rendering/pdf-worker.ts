/** Runs in the thread of one task: see `pdf-thread.ts`. */
import { applyBase } from '../../core/base-pdf.ts';
import { compactPdf, mergeFiles, tagPrinted } from '../../core/pdf/index.ts';
import { serveTasks } from '../../core/workers/serve-tasks.ts';
import type { FinishedPdfTask, PdfTask } from './pdf-thread.ts';

serveTasks(async (task: PdfTask): Promise<FinishedPdfTask> => {
  const start = performance.now();
  const result = await work(task);
  return { result, ms: performance.now() - start };
});

async function work(task: PdfTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'merge':
      return mergeFiles(task.documents);
    case 'compact':
      return compactPdf(task.pdf, task.properties);
    case 'tag':
      return await tagPrinted({ pdf: Buffer.from(task.pdf), links: task.links });
    case 'underlay':
      return await applyBase(task.pdf, task.base);
  }
}
