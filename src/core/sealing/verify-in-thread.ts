/** Verifies signatures of untrusted PDFs in a separate thread, so that a file built to exhaust time or memory ends only that thread. */
import { PdfError, type PdfErrorCode } from '../pdf/index.ts';
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

export type VerifyOutcome =
  | { readonly check: SignatureCheck }
  | { readonly error: { readonly code: PdfErrorCode; readonly message: string } };

/** Throws like `verifySignatures`, and `PdfError` (`too_large`) if a limit is exceeded. */
export async function verifySignaturesInThread(
  pdf: Uint8Array,
  { trusted, limitMs = 30_000, memoryMb = 1024 }: VerifyInThreadOptions = {},
): Promise<SignatureCheck> {
  const { moduleBeside, runInWorker, WorkerLimitError } = await import('../workers/worker-pool.ts');
  const script = moduleBeside(import.meta.url, 'verify-worker');
  const copy = Uint8Array.from(pdf);
  try {
    const result = await runInWorker<VerifyTask, VerifyOutcome>(
      { script, memoryMb },
      { pdf: copy, trusted },
      { limitMs, transfer: [copy.buffer] },
    );
    if ('error' in result) throw new PdfError(result.error.code, result.error.message);
    return result.check;
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    throw new PdfError('too_large', `Verifying the signatures takes ${cause.amount}.`, { cause });
  }
}
