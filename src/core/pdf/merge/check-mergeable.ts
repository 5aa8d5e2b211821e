/** Whether a file can be merged, without the work of writing it. */
import { PdfWriter } from '../writing/writer.ts';
import { startMerge } from './start-merge.ts';

/** Throws the `PdfError` that adding the document to a merge would throw: every object of it is met. */
export function checkMergeable(pdf: Uint8Array): void {
  startMerge({ compact: false }, new PdfWriter({ discards: true })).add(pdf);
}
