/** The errors of PDFs that are given to pdfapi, as programs and people get them. */
import { Failure } from '../../contract/errors.ts';
import type { PdfError } from '../pdf/index.ts';

/** Of work whose limit no option raises. */
const divide = 'This limit is fixed: divide the PDF, or write it anew with the program that made it.';

/** Returns `invalid_pdf`, or `timeout` where the work on the file takes longer than it may. */
export const unreadablePdf = (error: PdfError, message: string, hint?: string | undefined): Failure =>
  error.code === 'timeout'
    ? new Failure('timeout', message, { cause: error, hint: hint ?? divide })
    : new Failure('invalid_pdf', message, { cause: error, hint });
