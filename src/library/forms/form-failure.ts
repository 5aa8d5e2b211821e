/** The errors of reading and filling forms, as programs get them. */
import { PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { adviseMoreTime } from '#runtime/timeout-advice';

/** Returns `invalid_pdf` for a fault of the PDF, `timeout` with what helps, and any other error unchanged. */
export function formFailure(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof PdfError)) return error;
  const hint = error.code === 'timeout' ? adviseMoreTime('library', timeoutMs) : undefined;
  return unreadablePdf(error, error.message, hint);
}
