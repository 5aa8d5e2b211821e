/** What runs in the thread of a template checker: one check, and its findings as a message. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../core/fill/crossing-error.ts';
import { checkTemplateFiles } from '../../core/template/check-template-files.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';

const port = parentPort as MessagePort;
const { files, name } = workerData as { files: TemplateFiles; name: string };
port.postMessage((await checkTemplateFiles(files, name)).map(packError));
