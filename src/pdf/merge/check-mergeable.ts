/** Checks whether a file can be merged, without writing the result. */
import { PdfWriter } from '../writing/writer.ts';
import { startMerge } from './start-merge.ts';

/** Reads every object and throws the `PdfError` that adding the document to a merge would throw. */
export function checkMergeable(pdf: Uint8Array): void {
  startMerge({ compact: false }, new PdfWriter({ discards: true })).add(pdf);
}
