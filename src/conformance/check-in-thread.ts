/** Checks untrusted PDFs in a separate thread. */
import { runOnPdf } from '#pdf/threads/run-on-pdf';
import type { CheckedFile, FileCheckOptions } from './check-conformance.ts';

/** A file to check. */
export interface CheckTask extends FileCheckOptions {
  readonly pdf: Uint8Array;
}

/** Checks the file and describes it. Throws like `checkConformance`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function checkConformanceInThread(
  pdf: Uint8Array,
  options: FileCheckOptions = {},
): Promise<CheckedFile> {
  const task: CheckTask = { pdf, ...options };
  return await runOnPdf<CheckedFile>(task, {
    thread: [import.meta.url, 'check'],
    work: 'Checking the PDF',
  });
}
