/** What runs in each thread that makes documents of editor templates: one order after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { packError } from '../fill/crossing-error.ts';
import type { EditorResult, FromEditorThread, ToEditorThread } from './editor-order.ts';
import { makeDocument, type ReadFiles } from './make-document.ts';
import type * as Pdfme from './pdfme-entry.ts';

const port = parentPort as MessagePort;

/** Made by the build, also for what runs from the sources: see `build/bundle-editor.ts`. */
const bundle = builtFile('core/editor/pdfme.js');
const pdfme: typeof Pdfme = await import(bundle.href);

const tell = (message: FromEditorThread) => port.postMessage(message);
let files: PromiseWithResolvers<ReadonlyMap<string, Uint8Array>> | undefined;

const readFiles: ReadFiles = async (paths) => {
  files = Promise.withResolvers();
  tell({ need: paths });
  return await files.promise;
};

port.on('message', async (message: ToEditorThread) => {
  if ('files' in message) return files?.resolve(new Map(message.files));
  const made = await makeDocument(pdfme, message.order, readFiles).then(
    (result: EditorResult) => ({ result }),
    (error: unknown) => ({ error: packError(error) }),
  );
  tell(made);
});
tell('ready');
