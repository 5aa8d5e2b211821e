/** Runs in the thread of one task: see `pdf-thread.ts`. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { applyBase } from '../../core/base-pdf.ts';
import { compactPdf, mergePdfs } from '../../core/pdf/index.ts';
import { serializeError } from '../../core/workers/serialize-error.ts';
import type { PdfTask, PdfTaskMessage } from './pdf-thread.ts';

async function run(task: PdfTask): Promise<PdfTaskMessage> {
  const start = performance.now();
  try {
    const result = await work(task);
    return { result, ms: performance.now() - start };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

async function work(task: PdfTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'merge':
      return mergePdfs(task.documents);
    case 'compact':
      return compactPdf(task.pdf, task.properties);
    case 'underlay':
      return await applyBase(task.pdf, task.base);
  }
}

(parentPort as MessagePort).postMessage(await run(workerData as PdfTask));
