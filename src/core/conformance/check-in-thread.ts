/** Checks untrusted PDFs in a separate thread, so that a file built to exhaust time or memory ends only that thread. */
import { PdfError, type PdfErrorCode } from '../pdf/pdf-error.ts';
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

export type CheckOutcome =
  | { readonly checked: CheckedFile }
  | { readonly error: { readonly code: PdfErrorCode; readonly message: string } };

/** Checks the file and describes it. Throws like `checkConformance`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function checkConformanceInThread(
  pdf: Uint8Array,
  { levels, limitMs = 30_000, memoryMb = 1024 }: CheckInThreadOptions = {},
): Promise<CheckedFile> {
  const { moduleBeside, runInWorker, WorkerLimitError } = await import('../workers/worker-pool.ts');
  const script = moduleBeside(import.meta.url, 'check-worker');
  const copy = Uint8Array.from(pdf);
  try {
    const result = await runInWorker<CheckTask, CheckOutcome>(
      { script, memoryMb },
      { pdf: copy, levels },
      { limitMs, transfer: [copy.buffer] },
    );
    if ('error' in result) throw new PdfError(result.error.code, result.error.message);
    return result.checked;
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    throw new PdfError('too_large', `Checking the PDF takes ${cause.amount}.`, { cause });
  }
}
