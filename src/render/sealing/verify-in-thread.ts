/** Verifies signatures of untrusted PDFs in a separate thread. */
import { runOnPdf } from '#pdf/threads/run-on-pdf';
import type { SignatureCheck } from './verified-signature.ts';
import type { VerifySignaturesOptions } from './verify-signatures.ts';

export interface VerifyTask extends VerifySignaturesOptions {
  readonly pdf: Uint8Array;
}

/** Throws like `verifySignatures`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function verifySignaturesInThread(
  pdf: Uint8Array,
  { trusted }: VerifySignaturesOptions = {},
): Promise<SignatureCheck> {
  const task: VerifyTask = { pdf, trusted };
  return await runOnPdf<SignatureCheck>(task, {
    thread: [import.meta.url, 'verify'],
    work: 'Verifying the signatures',
  });
}
