/** The errors of PDFs that are given to pdfapi, as programs and people get them. */

import { dynamicFormHint } from '#contract/api/dynamic-form';
import { Failure } from '#contract/errors';
import type { PdfError, PdfErrorCode } from '../pdf-error.ts';

/** The hint for work whose limit no option raises. */
const divide = 'This limit is fixed: divide the PDF, or write it anew with the program that made it.';

const hints: Partial<Record<PdfErrorCode, string>> = { timeout: divide, dynamic_form: dynamicFormHint };

/**
 * Returns `invalid_pdf`, or `timeout` where the work on the file takes longer than it may. `hint` replaces that of the
 * error.
 */
export const unreadablePdf = (error: PdfError, message: string, hint = hints[error.code]): Failure =>
  new Failure(error.code === 'timeout' ? 'timeout' : 'invalid_pdf', message, { cause: error, hint });
