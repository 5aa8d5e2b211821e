/** Runs in the thread that verifies the signatures of a PDF. */
import { PdfError } from '../pdf/index.ts';
import { serveTasks } from '../workers/serve-tasks.ts';
import type { VerifyOutcome, VerifyTask } from './verify-in-thread.ts';
import { verifySignatures } from './verify-signatures.ts';

function verifyOrReport({ pdf, trusted }: VerifyTask): VerifyOutcome {
  try {
    return { check: verifySignatures(pdf, { trusted }) };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

serveTasks(verifyOrReport);
