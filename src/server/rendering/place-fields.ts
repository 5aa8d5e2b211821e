/** Makes the signature fields of a printed PDF without blocking other requests. */
import { mayHaveSignaturePlaces, placeSignatureFields } from '../../core/pdf/index.ts';
import type { PlaceFields } from '../../core/render-request.ts';
import { runPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes less than starting a thread. */
const maxInlineBytes = 300_000;

export const placeFields: PlaceFields = async (pdf, deadline) => {
  if (pdf.length <= maxInlineBytes) return await placeSignatureFields(pdf);
  if (!(await mayHaveSignaturePlaces(pdf))) return pdf;
  return await runPdfTask({ kind: 'fields', pdf }, deadline);
};
