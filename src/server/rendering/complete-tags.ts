/** Completes the tags of a PDF without blocking other requests. */
import { Failure } from '../../contract/errors.ts';
import { Deadline } from '../../core/deadline.ts';
import { tagPrinted } from '../../core/pdf/index.ts';
import type { CompleteTags } from '../../core/render-request.ts';
import { runPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes less than starting a thread. */
const maxInlineBytes = 300_000;

/** In milliseconds. A PDF whose tags have gaps is better than none. */
const maxTagMs = 5_000;

export const completeTags: CompleteTags = async (printed, deadline) => {
  const { pdf, links = [] } = printed;
  if (pdf.length <= maxInlineBytes) return await tagPrinted(printed);
  const own = new Deadline(Math.min(maxTagMs, deadline.remainingMs / 2), deadline.signal);
  try {
    return await runPdfTask({ kind: 'tag', pdf, links }, own);
  } catch (error) {
    deadline.check('completing the tags of the PDF');
    if (error instanceof Failure && ['timeout', 'memory_limit'].includes(error.code)) return pdf;
    throw error;
  } finally {
    own.close();
  }
};
