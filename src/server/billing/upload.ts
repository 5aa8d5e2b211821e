/** Sends a PDF to the storage that its request names. */

import { EgressRefused } from '#browser/egress/refusal';
import { Unreachable } from '#browser/egress/unreachable';
import type { Upload } from '#contract/api/upload-schema';
import { Failure } from '#contract/errors';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import type { Deadline } from '#runtime/deadline';
import type { ServerContext } from '../context.ts';
import type { OutboundResponse } from '../outbound/outbound.ts';

/** Characters of the storage's response that an error repeats. */
const maxReasonLength = 200;

/**
 * Throws `upload_failed` unless the storage responds with 2xx, `timeout`, and `file_unreadable` for a picture that has changed. A client that disconnects meanwhile does
 * not end it, because then it would be unknown whether the storage has the PDF.
 */
export async function uploadPdf(
  { outbound, version }: Pick<ServerContext, 'outbound' | 'version'>,
  { url, headers = {} }: Upload,
  pdf: PdfContent,
  deadline: Deadline,
): Promise<void> {
  deadline.check('uploading the PDF');
  const uncancelled = deadline.uncancelled();
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const sending = outbound.send({
    method: 'PUT',
    url,
    headers: {
      'user-agent': `pdfapi/${version}`,
      'content-type': 'application/pdf',
      ...Object.fromEntries(named),
    },
    body: pdf,
    signal: uncancelled.signal,
  });
  let response: OutboundResponse;
  try {
    response = await uncancelled.race('uploading the PDF', sending);
  } catch (error) {
    if (!(error instanceof EgressRefused || error instanceof Unreachable)) throw error;
    throw failed(error.message, {}, error);
  } finally {
    uncancelled.close();
  }
  const { status, text } = response;
  if (status >= 200 && status < 300) return;
  const reason = toLine(text);
  throw failed(`The storage responded with ${status}${reason ? `: ${reason}` : '.'}`, {
    storage_status: status,
  });
}

/** Returns the address without its query, which is often a signature. */
export function shownUploadUrl({ url }: Upload): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function failed(reason: string, facts: Readonly<Record<string, unknown>>, cause?: unknown): Failure {
  const message = `The PDF was not uploaded and not charged. ${reason}`;
  return new Failure('upload_failed', message, { errors: { 'upload.url': [message] }, facts, cause });
}

const toLine = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength);
