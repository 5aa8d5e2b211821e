import { PdfError } from '#pdf';
import type { PdfAttachment } from '#pdf/attachments/pdf-attachment';
import { readAttachmentsInThread } from '#pdf/attachments/read-in-thread';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { defaultTimeoutMs } from '#runtime/deadline';
import { adviseMoreTime } from '#runtime/timeout-advice';
import { invalidOption } from './invalid-option.ts';

export interface ExtractAttachmentsOptions {
  /** User or owner password, if the PDF is encrypted. */
  readonly password?: string | undefined;
  /** The most milliseconds that it may take. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Returns the files that are attached to a PDF by any program: to the document, to its pages as annotations, or to parts
 * of it. Names are as the PDF gives them: never write to such a path without a look at it. Works in a thread with limits
 * of time and memory.
 *
 * Throws `invalid_pdf`, also for a missing password; `timeout`.
 *
 * @example
 * const files = await extractAttachments(await readFile('invoice.pdf'));
 * const xml = files.find(({ name }) => name === 'factur-x.xml')?.data;
 */
export async function extractAttachments(
  pdf: Uint8Array,
  { password, timeoutMs = defaultTimeoutMs }: ExtractAttachmentsOptions = {},
): Promise<readonly PdfAttachment[]> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  try {
    return await readAttachmentsInThread(pdf, { password, limitMs: timeoutMs });
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const hint = error.code === 'timeout' ? adviseMoreTime('library', timeoutMs) : undefined;
    throw unreadablePdf(error, error.message, hint);
  }
}
