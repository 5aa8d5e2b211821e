/** Runs in the thread that lists the names that templates read: handles one template after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { templateNames } from '../../../core/template/check/template-variables.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';

const port = parentPort as MessagePort;

port.on('message', async (files: TemplateFiles) => {
  // A template without a list is rendered anyway.
  port.postMessage(await templateNames(files).catch(() => null));
});
port.postMessage('ready');
