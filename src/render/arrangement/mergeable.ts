/** Which PDFs of others can be merged as they are, and what makes the rest of them mergeable. */

import { cleanForm } from '#forms';
import { PdfError } from '#pdf';
import { needsCleaning } from '#pdf/document/needs-cleaning';
import { checkMergeable } from '#pdf/merge/check-mergeable';

/** Whether the PDF can be merged without a repair. Takes half as long as merging it. */
export function isMergeable(pdf: Uint8Array): boolean {
  try {
    checkMergeable(pdf);
    return true;
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/**
 * Whether the PDF has to be repaired before it is merged: it is encrypted, a merge ends its signatures, or a form leaves the
 * appearance of its fields to viewers would do so for the fields of every document.
 */
export const needsRepair = (pdf: Uint8Array): boolean => isSigned(pdf) || needsCleaning(pdf);

/** Only the reader for damaged files detects signatures, of which a merge must warn. */
const isSigned = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange');

interface ReadablePdf {
  readonly readable: Uint8Array;
  /** What was lost, as sentences. */
  readonly messages: readonly string[];
}

/**
 * Returns the PDF decrypted, repaired, without signatures, and with its fields drawn, if it needs any of it. Throws `PdfError`.
 */
export async function makeReadable(pdf: Uint8Array, password?: string): Promise<ReadablePdf> {
  if (password === undefined && !needsRepair(pdf) && isMergeable(pdf)) return { readable: pdf, messages: [] };
  const { pdf: readable, warnings } = await cleanForm(pdf, { password, draw: 'needed' });
  return { readable, messages: warnings.map(({ message }) => message) };
}
