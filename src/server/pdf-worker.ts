/** What runs in the thread of one task: see `pdf-thread.ts`. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { compactPdf, mergePdfs } from '../core/pdf/index.ts';
import type { PdfTask } from './pdf-thread.ts';

const task = workerData as PdfTask;
const pdf = task.kind === 'merge' ? mergePdfs(task.documents) : compactPdf(task.pdf, task.properties);
(parentPort as MessagePort).postMessage(pdf);
