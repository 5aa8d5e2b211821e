/** Checks untrusted PDFs in a separate thread. */
import { runOnPdf } from '#pdf/threads/run-on-pdf';
import type { CheckedFile } from './check-conformance.ts';
import type { ConformanceLevel } from './levels.ts';

/** A file to check. */
export interface CheckTask {
  readonly pdf: Uint8Array;
  readonly levels: readonly ConformanceLevel[] | undefined;
}

/** Checks the file and describes it. Throws like `checkConformance`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function checkConformanceInThread(
  pdf: Uint8Array,
  { levels }: { readonly levels?: readonly ConformanceLevel[] | undefined } = {},
): Promise<CheckedFile> {
  const task: CheckTask = { pdf, levels };
  return await runOnPdf<CheckedFile>(task, {
    thread: [import.meta.url, 'check'],
    work: 'Checking the PDF',
  });
}
