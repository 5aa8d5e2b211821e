/**
 * Reads the bodies of requests. A small body takes a millisecond. Larger ones are parsed and validated in threads, so
 * that the bodies of one team do not block the requests of others.
 */
import type { z } from 'zod';
import type { HtmlToPdfRequest } from '#contract/api/requests-schema';
import { Failure } from '#contract/errors';
import { countJsonValues } from '#contract/parse-json';
import { DataText } from '#runtime/data-text';
import { deserializeError } from '#runtime/serialize-error';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { TemplateFiles } from '#template/model/template-files';
import { startRenderQueue } from '../../rendering/render-queue.ts';
import type { FormBody } from '../form/form-body.ts';
import { type FilePlace, type PartPlace, readForm, readParts } from '../form/read-form.ts';
import type { PackedRows } from '../rows/packed-rows.ts';
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
import { type BodyName, bodySchemas } from './body-schemas.ts';
import {
  inlineBody,
  maxInlineCharacters,
  maxInlineValues,
  parseRequestBody,
  type RequestBody,
  type SentBody,
} from './request-body.ts';

export interface BodyReader {
  /**
   * Reads a body; large bodies of a team wait for its turn, and their bytes are detached afterwards. Throws
   * `invalid_request` with the faults field by field, `queue_full`, and the reason of `signal`.
   *
   * @example
   * const { value, data } = await bodies.read('generate', body, { team: 7, signal });
   */
  read<Name extends BodyName>(
    name: Name,
    body: SentBody | undefined,
    turn: { readonly team: number; readonly signal: AbortSignal },
  ): Promise<RequestBody<z.output<(typeof bodySchemas)[Name]>>>;
  /**
   * Reads a multipart/form-data body; large ones use the same threads and turns. Faults of the form are thrown by
   * `open`. Throws `queue_full`, and the reason of `signal`.
   *
   * @example
   * const { hash, open } = await bodies.readForm(form, { team: 7, signal });
   */
  readForm(form: FormBody, turn: { readonly team: number; readonly signal: AbortSignal }): Promise<ReadForm>;
  /**
   * Finds the parts of a multipart/form-data body whose fields are not those of this API; large ones use the same threads and
   * turns. Throws `invalid_request` with the faults of the body, `queue_full`, and the reason of `signal`.
   *
   * @example
   * const parts = await bodies.readParts(form, { team: 7, signal });
   */
  readParts(
    form: FormBody,
    turn: { readonly team: number; readonly signal: AbortSignal },
  ): Promise<readonly PartPlace[]>;
  /** Reads the JSON of a batch; large ones use the same threads and turns. Throws like `read`. */
  readBatch(
    body: SentBody | undefined,
    turn: { readonly team: number; readonly signal: AbortSignal },
  ): Promise<ParsedBatch>;
  /** Reads rows; large bodies use the same threads and turns. Throws like `read`. */
  readRows(
    rows: RowsMessage,
    turn: { readonly team: number; readonly signal: AbortSignal },
  ): Promise<PackedRows>;
  /** Ends all threads; bodies that are being read or waiting fail. */
  close(): Promise<void>;
}

export interface BodyReaderOptions {
  /** Large bodies read concurrently. */
  readonly workers: number;
  /** Large bodies that may wait, across all teams. */
  readonly capacity: number;
}

export interface ReadForm {
  /** SHA-256 of its parts, independent of the boundary between them. */
  readonly hash: string;
  /** Throws `invalid_request` with the faults by part and field. */
  open(): FormRequestBody;
}

interface FormRequestBody extends RequestBody<HtmlToPdfRequest> {
  /** Content of styles.css. */
  readonly styles: string | undefined;
  /** Path → content. */
  readonly files: TemplateFiles;
}

/** Size in bytes up to which a form is read within a few milliseconds. */
const maxInlineFormBytes = 10_000;

type BodyTask = BodyMessage | FormMessage | FormPartsMessage | RowsMessage | BatchMessage;
type BodyResult = ReadBodyMessage | ReadFormMessage | PackedRows | ParsedBatch | readonly PartPlace[];

/** Starts its threads with the first large body. */
export function startBodyReader({ workers, capacity }: BodyReaderOptions): BodyReader {
  const queue = startRenderQueue({ workers, capacity });
  const pool = startWorkerPool<BodyTask, BodyResult>({
    ...threadBeside(import.meta.url, 'body'),
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  const readInThread = async (task: BodyTask): Promise<BodyResult> => {
    try {
      return await pool.run(task, { transfer: transferOf(task) });
    } catch (error) {
      throw error instanceof WorkerLimitError ? tooMuch(error.amount) : error;
    }
  };

  return {
    async read(name, sent, { team, signal }) {
      type Value = z.output<(typeof bodySchemas)[typeof name]>;
      const body = sent ?? '';
      if (isSmall(body)) {
        return inlineBody(parseRequestBody(bodySchemas[name], body)) as RequestBody<Value>;
      }
      const result = await queue.run(team, signal, () => readInThread({ name, body }));
      return crossedBody<Value>(result as ReadBodyMessage);
    },
    async readForm({ bytes, boundary }, { team, signal }) {
      const filesAt = (places: readonly FilePlace[]): TemplateFiles =>
        new Map(places.map(({ path, start, end }) => [path, bytes.subarray(start, end)]));
      if (bytes.length <= maxInlineFormBytes) {
        const { hash, parse } = readForm(bytes, boundary);
        return {
          hash,
          open() {
            const { body, styles, files } = parse();
            return { ...inlineBody(body), styles, files: filesAt(files) };
          },
        };
      }
      const result = await queue.run(team, signal, () => readInThread({ form: bytes, boundary }));
      const { hash, read, styles, files = [] } = result as ReadFormMessage;
      return { hash, open: () => ({ ...crossedBody(read), styles, files: filesAt(files) }) };
    },
    async readParts({ bytes, boundary }, { team, signal }) {
      if (bytes.length <= maxInlineFormBytes) return readParts(bytes, boundary);
      const task = { parts: bytes, boundary };
      return (await queue.run(team, signal, () => readInThread(task))) as readonly PartPlace[];
    },
    async readBatch(sent, { team, signal }) {
      const batch = sent ?? '';
      if (isSmall(batch)) return parseBatch(batch);
      return (await queue.run(team, signal, () => readInThread({ batch }))) as ParsedBatch;
    },
    async readRows(rows, { team, signal }) {
      const { schema } = rows;
      if (rows.rows.length + (schema?.length ?? 0) <= maxInlineFormBytes) return await parseRows(rows);
      return (await queue.run(team, signal, () => readInThread(rows))) as PackedRows;
    },
    async close() {
      queue.close();
      await pool.close();
    },
  };
}

const isSmall = (body: SentBody): body is string =>
  typeof body === 'string' &&
  body.length <= maxInlineCharacters &&
  countJsonValues(body, maxInlineValues) <= maxInlineValues;

/**
 * JSON bodies own their memory, so they are transferred instead of copied. A form is copied because its files are read
 * again later.
 */
const transferOf = (task: BodyTask): ArrayBuffer[] => {
  if ('form' in task || 'parts' in task) return [];
  const bytes = sentBytes(task);
  if (typeof bytes === 'string') return [];
  const { buffer, byteLength } = bytes;
  return buffer.byteLength === byteLength ? [buffer as ArrayBuffer] : [];
};

function sentBytes(task: Exclude<BodyTask, FormMessage | FormPartsMessage>): string | Uint8Array {
  if ('rows' in task) return task.rows;
  return 'batch' in task ? task.batch : task.body;
}

/** Throws the error that a thread reported. */
function crossedBody<Value>(result: ReadBodyMessage): RequestBody<Value> {
  if ('error' in result) throw deserializeError(result.error);
  const textAt = (path: readonly (string | number)[]) => result.data.get(path.join('.')) ?? '{}';
  return {
    value: result.value as Value,
    data: (path) => new DataText(textAt(path)),
    dataJson: textAt,
  };
}

function tooMuch(amount: string): Failure {
  const message = `Reading the request body takes ${amount}.`;
  return new Failure('invalid_request', message, { errors: { body: [message] } });
}
