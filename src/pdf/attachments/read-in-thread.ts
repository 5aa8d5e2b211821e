/** Reads the files inside an untrusted PDF in a separate thread. */
import { runOnPdf } from '../threads/run-on-pdf.ts';
import type { AttachmentsTask, PdfAttachment } from './pdf-attachment.ts';

/** Throws `PdfError`: `encrypted` without the right password, `malformed`, `too_large`, `timeout`. */
export async function readAttachmentsInThread(
  pdf: Uint8Array,
  { password, limitMs }: { readonly password?: string | undefined; readonly limitMs?: number | undefined },
): Promise<readonly PdfAttachment[]> {
  const task: AttachmentsTask = { pdf, password };
  const { files } = await runOnPdf<{ readonly files: readonly PdfAttachment[] }>(task, {
    thread: [import.meta.url, 'attachments'],
    work: 'Reading the attachments',
    limitMs,
  });
  return files;
}
