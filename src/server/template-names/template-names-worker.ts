/** Runs in the thread that lists the names that templates read: handles one template after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { templateNames } from '../../core/template/template-variables.ts';

const port = parentPort as MessagePort;

port.on('message', async (files: TemplateFiles) => {
  // A template without a list is rendered anyway.
  port.postMessage(await templateNames(files).catch(() => null));
});
port.postMessage('ready');
