/** Decrypts, repairs and rewrites input PDFs in a separate thread. */
import type { CleanedForm, CleanTask, PdfWarning } from './repair/clean-message.ts';
import { runOnPdf } from './threads/run-on-pdf.ts';

export interface CleanOptions {
  /** User or owner password of an encrypted file. */
  readonly password?: string | undefined;
  /** Rejects, as `encrypted`, a password that does not lift all restrictions. Default: false. */
  readonly needsOwner?: boolean | undefined;
  /** Milliseconds, and MB of heap. Default: those of `threadLimits`. */
  readonly limitMs?: number | undefined;
  readonly memoryMb?: number | undefined;
}

export interface CleanedPdf {
  readonly pdf: Uint8Array;
  readonly wasEncrypted: boolean;
  /** Undefined for a file without a form. */
  readonly form: CleanedForm | undefined;
  /** Findings that may matter before the file is used. */
  readonly warnings: readonly PdfWarning[];
}

/**
 * Returns a complete file that merging and underlaying can read. Throws `PdfError`: `not_pdf`, `encrypted` (no
 * password or a wrong one), `malformed` (too damaged to repair without loss), `too_large` (exceeds the time or memory
 * limit).
 */
export async function cleanPdf(pdf: Uint8Array, options: CleanOptions = {}): Promise<CleanedPdf> {
  const { password, needsOwner = false, limitMs, memoryMb } = options;
  const task: CleanTask = { pdf, password, needsOwner };
  return await runOnPdf<CleanedPdf>(task, {
    thread: [import.meta.url, 'clean'],
    work: 'Reading the PDF',
    limitMs,
    memoryMb,
  });
}
