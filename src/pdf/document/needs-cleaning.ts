/** Whether `cleanPdf` has to prepare a file before its pages become those of another document. */
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { leavesDrawing } from './form-fields.ts';

/**
 * True for a file that is encrypted, and for one whose form asks viewers to draw its fields, in place of what it has for them.
 * False for a file that cannot be read.
 */
export function needsCleaning(pdf: Uint8Array): boolean {
  try {
    return leavesDrawing(new PdfReader(pdf));
  } catch (error) {
    if (error instanceof PdfError) return error.code === 'encrypted';
    throw error;
  }
}
