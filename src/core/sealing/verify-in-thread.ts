/** Verifies signatures of untrusted PDFs in a separate thread. */
import { runOnPdf } from '../pdf/index.ts';
import type { SignatureCheck } from './verified-signature.ts';
import type { VerifySignaturesOptions } from './verify-signatures.ts';

interface VerifyInThreadOptions extends VerifySignaturesOptions {
  /** Milliseconds. Default: 30 000. */
  readonly limitMs?: number;
  /** Heap of the thread in MB. Default: 1024. */
  readonly memoryMb?: number;
}

export interface VerifyTask extends VerifySignaturesOptions {
  readonly pdf: Uint8Array;
}

/** Throws like `verifySignatures`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function verifySignaturesInThread(
  pdf: Uint8Array,
  { trusted, limitMs = 30_000, memoryMb = 1024 }: VerifyInThreadOptions = {},
): Promise<SignatureCheck> {
  const task: VerifyTask = { pdf, trusted };
  return await runOnPdf<SignatureCheck>(task, {
    worker: [import.meta.url, 'verify-worker'],
    work: 'Verifying the signatures',
    limitMs,
    memoryMb,
  });
}
