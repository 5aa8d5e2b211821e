/** Runs in the thread that checks templates: handles one check after another and posts its findings. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { checkTemplateFiles } from '../../../core/template/check/check-template-files.ts';
import { serializeError } from '../../../core/workers/serialize-error.ts';
import type { TemplateCheckMessage } from './template-check-thread.ts';

const port = parentPort as MessagePort;

port.on('message', async ({ files, name }: TemplateCheckMessage) => {
  const findings = await checkTemplateFiles(files, name).catch((error) => [error]);
  port.postMessage(findings.map(serializeError));
});
port.postMessage('ready');
