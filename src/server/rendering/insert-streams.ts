/** Makes room for the pictures of a PDF without blocking other requests. */
import { insertDeferred } from '../../core/pdf/index.ts';
import type { InsertStreams } from '../../core/render-request.ts';
import { runTimedPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes some ten milliseconds, less than starting a thread. */
const maxInlineBytes = 300_000;

export const insertStreams: InsertStreams = async ({ pdf, secret, streams }, deadline) => {
  if (pdf.length <= maxInlineBytes) return insertDeferred(pdf, secret, streams);
  const { result, places = [] } = await runTimedPdfTask({ kind: 'insert', pdf, secret, streams }, deadline);
  return { bytes: result, places };
};
