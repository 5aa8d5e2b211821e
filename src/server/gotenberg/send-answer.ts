/** Writes the response of Gotenberg's routes: one file, a ZIP of several, JSON, or an error as text. */
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Failure } from '#contract/errors';
import { contentDisposition } from '#contract/files/content-disposition';
import { toFailureResponse } from '../http/failure-response.ts';
import { uniqueNames } from '../jobs/zip/unique-names.ts';
import { writeZip } from '../jobs/zip/write-zip.ts';
import { inMemory } from '../rendering/pdf-work.ts';
import { GotenbergError, type OutputFile } from './answer.ts';
import { fileExtension } from './form/gotenberg-form.ts';

const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.png': 'image/png',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

export const contentTypeOf = (name: string): string =>
  types[fileExtension(name).toLowerCase()] ?? 'application/octet-stream';

/** One file as it is, or several in a ZIP. `outputFilename` replaces the name, but not its extension. */
export async function packFiles(
  files: readonly OutputFile[],
  outputFilename: string,
  now: Date,
): Promise<OutputFile> {
  const [file] = files;
  if (file && files.length === 1) {
    return outputFilename === '' ? file : { ...file, name: outputFilename + fileExtension(file.name) };
  }
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > inMemory.maxBytes) {
    const limit = `${inMemory.maxBytes / 1024 / 1024} MB`;
    throw new GotenbergError(413, `The files of the response are larger than ${limit} together.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(zipEntries(files, now))) chunks.push(chunk);
  return { name: `${outputFilename || randomUUID()}.zip`, bytes: Buffer.concat(chunks) };
}

async function* zipEntries(files: readonly OutputFile[], modified: Date) {
  const unique = uniqueNames();
  for (const { name, bytes } of files) yield { name: unique(name), bytes, modified };
}

export const sendFile = (reply: FastifyReply, { name, bytes }: OutputFile): FastifyReply =>
  reply
    .status(200)
    .headers({ 'content-type': contentTypeOf(name), 'content-disposition': contentDisposition(name) })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** As bytes, so that Fastify adds no charset to the type. */
export const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply.header('content-type', 'application/json').send(Buffer.from(`${JSON.stringify(value)}\n`));

/** An error as a client of Gotenberg reads it. */
export interface ErrorText {
  readonly status: number;
  readonly message: string;
}

const textsOf: Partial<Record<string, ErrorText>> = {
  timeout: {
    status: 503,
    message: 'The request exceeded the time limit. Increase it with --api-timeout, or reduce the workload.',
  },
  queue_full: {
    status: 429,
    message:
      'The request queue is full. Retry shortly, or raise the limit with --chromium-max-queue-size or --libreoffice-max-queue-size.',
  },
  body_too_large: {
    status: 413,
    message:
      'The request body exceeds the configured size limit. Increase it with --api-body-limit, or send a smaller request.',
  },
  rate_limited: { status: 429, message: 'Too Many Requests' },
};

/** No message contains a path, a stack or a setting. */
export function toErrorText(error: unknown, requestId: string): ErrorText {
  if (error instanceof GotenbergError) return { status: error.status, message: error.message };
  const known = error instanceof Failure ? textsOf[error.code] : undefined;
  if (known) return known;
  const { status, body } = toFailureResponse(error, requestId);
  return { status, message: status === 500 ? 'Internal Server Error' : String(body.message) };
}
