/** Reads the pages of a PDF, and lays headers, footers and stamps over them, without blocking other requests. */

import type { ReadPages } from '../../core/paged/overlay/print-with-overlay.ts';
import { layOverPages, type PrintedPages, readPrintedPages } from '../../core/pdf/index.ts';
import type { LayOverPages, StampPages } from '../../core/render-request.ts';
import { runPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes less than starting a thread. */
const maxInlineBytes = 300_000;

export const readPages: ReadPages = async (pdf, deadline) => {
  if (pdf.length <= maxInlineBytes) return readPrintedPages(pdf);
  const json = await runPdfTask({ kind: 'pages', pdf }, deadline);
  return JSON.parse(Buffer.from(json).toString()) as PrintedPages;
};

export const layOver: LayOverPages = async (task, deadline) => {
  const { pdf, overlay, places } = task;
  if (pdf.length + overlay.length <= maxInlineBytes) return layOverPages(pdf, overlay, places);
  return Buffer.from(await runPdfTask({ kind: 'overlay', ...task }, deadline));
};

export const drawStamps: StampPages = async (task, deadline) =>
  await runPdfTask({ kind: 'stamp', ...task }, deadline);
