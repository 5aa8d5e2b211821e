/** What runs in the thread of one merge. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { mergePdfs } from '../core/pdf/index.ts';

(parentPort as MessagePort).postMessage(mergePdfs(workerData as readonly Uint8Array[]));
