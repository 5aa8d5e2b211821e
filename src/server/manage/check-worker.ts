/** Runs in the thread that checks templates: handles one check after another and posts its findings. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { packError } from '../../core/fill/crossing-error.ts';
import { checkTemplateFiles } from '../../core/template/check-template-files.ts';
import type { CheckOrder } from './check-thread.ts';

const port = parentPort as MessagePort;

port.on('message', async ({ files, name }: CheckOrder) => {
  const findings = await checkTemplateFiles(files, name).catch((error) => [error]);
  port.postMessage(findings.map(packError));
});
port.postMessage('ready');
