/** Encrypts a PDF without blocking other requests. */
import { protectPdf } from '../../core/pdf/index.ts';
import type { Protect } from '../../core/render-request.ts';
import { runPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes less than starting a thread. */
const maxInlineBytes = 300_000;

export const protect: Protect = async (pdf, protection, deadline) => {
  if (pdf.length <= maxInlineBytes) return protectPdf(pdf, protection);
  return await runPdfTask({ kind: 'protect', pdf, protection }, deadline);
};
