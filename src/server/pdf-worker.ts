/** Runs in the thread of one task: see `pdf-thread.ts`. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { packError } from '../core/fill/crossing-error.ts';
import { layOverBase } from '../core/lay-over-base.ts';
import { compactPdf, mergePdfs } from '../core/pdf/index.ts';
import type { PdfTask, PdfTaskMessage } from './pdf-thread.ts';

async function run(task: PdfTask): Promise<PdfTaskMessage> {
  const start = performance.now();
  try {
    const result = await work(task);
    return { result, ms: performance.now() - start };
  } catch (error) {
    return { error: packError(error) };
  }
}

async function work(task: PdfTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'merge':
      return mergePdfs(task.documents);
    case 'compact':
      return compactPdf(task.pdf, task.properties);
    case 'underlay':
      return await layOverBase(task.pdf, task.base);
  }
}

(parentPort as MessagePort).postMessage(await run(workerData as PdfTask));
