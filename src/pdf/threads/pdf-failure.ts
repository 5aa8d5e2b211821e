import { PdfError, type PdfErrorCode } from '../pdf-error.ts';

/** A `PdfError` on its way from a thread. */
export interface PdfFailure {
  readonly error: { readonly code: PdfErrorCode; readonly message: string };
}

/**
 * The work of a thread with its `PdfError`s as results. Any other error is thrown.
 *
 * @example
 * serveTasks(reportPdfErrors(({ pdf }: { pdf: Uint8Array }) => inspectPdf(pdf)));
 */
export function reportPdfErrors<Task, Result>(
  work: (task: Task) => Result,
): (task: Task) => Result | PdfFailure {
  return (task) => {
    try {
      return work(task);
    } catch (error) {
      if (error instanceof PdfError) return toPdfFailure(error);
      throw error;
    }
  };
}

export const toPdfFailure = ({ code, message }: PdfError): PdfFailure => ({ error: { code, message } });
