/** Lays `base.pdf` under a document without blocking other requests. */

import { applyBase } from '../../core/base-pdf.ts';
import type { LayOver } from '../../core/render-request.ts';
import { runTimedPdfTask } from './pdf-thread.ts';

/**
 * In milliseconds. A base PDF that a thread processed in less than this is processed in this thread from then on,
 * because starting a thread takes longer.
 */
const maxInlineMs = 15;
/** In bytes. Larger documents always go to the thread. */
const maxInlineBytes = 300_000;

/** Base PDFs of cached templates that were fast. */
const quick = new WeakSet<Uint8Array>();

export const applyBasePdf: LayOver = async (pdf, base, password, deadline) => {
  if (pdf.length <= maxInlineBytes && quick.has(base)) return await applyBase(pdf, base, password);
  const { result, ms } = await runTimedPdfTask({ kind: 'underlay', pdf, base, password }, deadline);
  if (ms <= maxInlineMs) quick.add(base);
  return result;
};
