/** The script of each thread that renders editor templates. It handles messages one after another. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { JsonObject } from '../../contract/json.ts';
import { builtFile } from '../built-file.ts';
import { packData, parseData } from '../twig/index.ts';
import { serializeError } from '../workers/serialize-error.ts';
import type * as Pdfme from './draw/pdfme-entry.ts';
import type { EditorMessage, EditorResult, FromEditorThread, ToEditorThread } from './editor-message.ts';
import { makeDocument, type ReadFiles } from './fill/make-document.ts';

const port = parentPort as MessagePort;

/** Created by the build, also when the program runs from its sources: see `build/bundle-editor.ts`. */
const bundle = builtFile('core/pdfme/pdfme.js');
const pdfme: typeof Pdfme = await import(bundle.href);

const tell = (message: FromEditorThread) => port.postMessage(message);
let files: PromiseWithResolvers<ReadonlyMap<string, Uint8Array>> | undefined;

const readFiles: ReadFiles = async (paths) => {
  files = Promise.withResolvers();
  tell({ need: paths });
  return await files.promise;
};

async function make({ dataText, ...order }: EditorMessage): Promise<EditorResult> {
  if (dataText === undefined) return await makeDocument(pdfme, order, readFiles);
  const { data, changed } = packData(parseData(dataText));
  return await makeDocument(pdfme, { ...order, data: data as JsonObject, packed: changed }, readFiles);
}

port.on('message', async (message: ToEditorThread) => {
  if ('files' in message) return files?.resolve(new Map(message.files));
  const made = await make(message.order).then(
    (result: EditorResult) => ({ result }),
    (error: unknown) => ({ error: serializeError(error) }),
  );
  tell(made);
});
tell('ready');
