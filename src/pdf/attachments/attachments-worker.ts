/** Runs in the thread that reads the files inside a PDF. */
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { toPdfFailure } from '../threads/pdf-failure.ts';
import { findAttachments } from './find-attachments.ts';
import type { AttachmentsResult, AttachmentsTask, PdfAttachment } from './pdf-attachment.ts';

/** Damaged files are read as far as possible. Files that only restrict what may be done with them open with the empty password. */
function read({ pdf, password = '' }: AttachmentsTask): PdfAttachment[] {
  try {
    return findAttachments(new PdfReader(pdf, { password }));
  } catch (error) {
    const isDamaged = error instanceof PdfError && ['malformed', 'not_pdf'].includes(error.code);
    if (!isDamaged) throw error;
  }
  return findAttachments(new PdfReader(pdf, { password, repair: true }));
}

function readOrReport(task: AttachmentsTask): AttachmentsResult {
  try {
    return { files: read(task) };
  } catch (error) {
    if (error instanceof PdfError) return toPdfFailure(error);
    // Any unexpected error was caused by the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

serveTasks(readOrReport, {
  getTransfer: (result) =>
    'files' in result ? [...new Set(result.files.flatMap(({ data }) => (data ? movable(data) : [])))] : [],
});
