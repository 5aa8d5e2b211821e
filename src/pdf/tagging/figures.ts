/**
 * Makes a `<figure>` a group. Chromium tags it like the picture inside it, but a figure of a PDF needs an alternate text
 * of its own (ISO 14289-1, 7.3), which would hide the caption.
 */
import { PdfName } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { findPrintedElements, kidElements } from './printed-elements.ts';

/** Throws `malformed`. */
export function ungroupFigures(file: PdfReader, update: IncrementalUpdate): void {
  for (const { ref, dict } of findPrintedElements(file, 'Figure')) {
    if (dict.has('Alt') || kidElements(file, dict).length === 0) continue;
    update.replace(ref, dict.set('S', new PdfName('Div')));
  }
}
