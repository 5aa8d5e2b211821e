/** Makes a PDF smaller without holding up other callers. */

import { compactPdf } from '../core/pdf/index.ts';
import type { Compact } from '../core/render.ts';
import { runPdfTask } from './pdf-thread.ts';

/** Bytes. Up to here it takes some ten milliseconds, less than a thread takes to start. */
const largestHere = 300_000;

export const compact: Compact = async (pdf, deadline) =>
  pdf.length <= largestHere ? compactPdf(pdf) : await runPdfTask({ kind: 'compact', pdf }, deadline);
