/** Lays `base.pdf` under a document without holding up other callers. */

import { layOverBase } from '../core/lay-over-base.ts';
import type { LayOver } from '../core/render.ts';
import { runTimedPdfTask } from './pdf-thread.ts';

/** Milliseconds. What takes no longer in a thread is done in this one from then on: a thread takes longer to start. */
const maxInlineMs = 15;
/** Bytes. Documents that are larger go to the thread whatever their base is. */
const maxInlineBytes = 300_000;

/** Bases of templates that are in memory, and were quick. */
const quick = new WeakSet<Uint8Array>();

export const layOver: LayOver = async (pdf, base, deadline) => {
  if (pdf.length <= maxInlineBytes && quick.has(base)) return await layOverBase(pdf, base);
  const { result, ms } = await runTimedPdfTask({ kind: 'underlay', pdf, base }, deadline);
  if (ms <= maxInlineMs) quick.add(base);
  return result;
};
