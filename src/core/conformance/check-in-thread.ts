/** Checks untrusted PDFs in a separate thread. */
import { runOnPdf } from '../pdf/threads/run-on-pdf.ts';
import type { CheckedFile } from './check-conformance.ts';
import type { ConformanceLevel } from './levels.ts';

export interface CheckInThreadOptions {
  readonly levels?: readonly ConformanceLevel[] | undefined;
  /** Milliseconds. Default: 30 000. */
  readonly limitMs?: number;
  /** Heap of the thread in MB. Default: 1024. */
  readonly memoryMb?: number;
}

/** A file to check. */
export interface CheckTask {
  readonly pdf: Uint8Array;
  readonly levels: readonly ConformanceLevel[] | undefined;
}

/** Checks the file and describes it. Throws like `checkConformance`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function checkConformanceInThread(
  pdf: Uint8Array,
  { levels, limitMs = 30_000, memoryMb = 1024 }: CheckInThreadOptions = {},
): Promise<CheckedFile> {
  const task: CheckTask = { pdf, levels };
  return await runOnPdf<CheckedFile>(task, {
    worker: [import.meta.url, 'check-worker'],
    work: 'Checking the PDF',
    limitMs,
    memoryMb,
  });
}
