/** Runs in a thread that reads bodies, one after another. */

import { serializeError } from '#runtime/serialize-error';
import { serveTasks } from '#runtime/serve-tasks';
import { dataAt, writeData } from '#twig';
import { dataOfMessage } from '../../mcp/message-schema.ts';
import { type PartPlace, readForm, readParts } from '../form/read-form.ts';
import { type PackedRows, transferOfRows } from '../rows/packed-rows.ts';
import { type ParsedBatch, parseBatch } from '../rows/parse-batch.ts';
import { parseRows, type RowsMessage } from '../rows/parse-rows.ts';
import type {
  BatchMessage,
  BodyMessage,
  FormMessage,
  FormPartsMessage,
  ReadBodyMessage,
  ReadFormMessage,
} from './body-message.ts';
import { bodySchemas } from './body-schemas.ts';
import { findBuffers } from './decoded-files.ts';
import { decodeBody, parseRequestBody } from './request-body.ts';

type TakenBody = Exclude<ReadBodyMessage, { readonly error: unknown }>;

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : decodeBody(body));

function read({ name, body }: BodyMessage): ReadBodyMessage {
  try {
    const { value, exact } = parseRequestBody(bodySchemas[name], textOf(body));
    return { value, ...takeData(value, exact) };
  } catch (error) {
    return { error: serializeError(error) };
  }
}

function readFormBody({ form, boundary }: FormMessage): ReadFormMessage {
  const { hash, parse } = readForm(form, boundary);
  try {
    const { body, styles, files } = parse();
    return { hash, read: { value: body.value, ...takeData(body.value, body.exact) }, styles, files };
  } catch (error) {
    return { hash, read: { error: serializeError(error) } };
  }
}

/** Removes the data, which is slow to transfer, from the body and from the documents of a merge. */
function takeData(value: object, exact: () => unknown): Pick<TakenBody, 'data'> {
  const data = new Map<string, string>();
  const take = (holder: { data?: unknown }, path: readonly (string | number)[]): boolean => {
    if (holder.data === undefined) return false;
    data.set(path.join('.'), writeData(dataAt(exact(), path)));
    delete holder.data;
    return true;
  };
  take(value, ['data']);
  const { templates = [] } = value as { templates?: readonly object[] };
  for (const [index, item] of templates.entries()) take(item, ['templates', index, 'data']);
  // An empty object stays in its place to say that there was data: without any, a tool takes the sample data.
  for (const { holder, path } of dataOfMessage(value)) if (take(holder, path)) holder.data = {};
  return { data };
}

type Task = BodyMessage | FormMessage | FormPartsMessage | RowsMessage | BatchMessage;
type Result = ReadBodyMessage | ReadFormMessage | PackedRows | ParsedBatch | readonly PartPlace[];

async function perform(task: Task): Promise<Result> {
  if ('rows' in task) return await parseRows(task);
  if ('parts' in task) return readParts(task.parts, task.boundary);
  if ('batch' in task) return parseBatch(textOf(task.batch));
  return 'form' in task ? readFormBody(task) : read(task);
}

serveTasks(perform, {
  getTransfer: (result) => {
    if (Array.isArray(result)) return [];
    if ('ends' in result) return transferOfRows(result);
    if ('options' in result) return result.rows ? transferOfRows(result.rows) : [];
    return 'value' in result ? findBuffers(result.value as object) : [];
  },
});
