/** Runs in each thread that renders editor templates. */
import { builtFile } from '#runtime/built-file';
import { DataText } from '#runtime/data-text';
import { type SerializedValue, serializeData } from '#runtime/serialize-data';
import { serveTasks } from '#runtime/serve-tasks';
import { readTemplateData } from '../read-template-data.ts';
import type * as Pdfme from './draw/pdfme-entry.ts';
import type { EditorQuestion, EditorReply, EditorResult, EditorTask } from './editor-message.ts';
import { makeDocument } from './make-document.ts';

/** Created by the build, also when the program runs from its sources: see `build/bundle-editor.ts`. */
const bundle = builtFile('template/pdfme/pdfme.js');
const pdfme: typeof Pdfme = await import(bundle.href);

serveTasks<EditorTask, EditorResult, EditorQuestion, EditorReply>((task, ask) =>
  makeDocument(
    pdfme,
    { ...task, data: toSerializedValue(task.data) },
    async (paths) => new Map(await ask(paths)),
  ),
);

/** Every page reads the data again, with its own page number, from the serialized value. */
function toSerializedValue(data: EditorTask['data']): SerializedValue {
  if ('value' in data) return data;
  const value = readTemplateData(new DataText(data.text));
  return serializeData(value, Number.POSITIVE_INFINITY) as SerializedValue;
}
