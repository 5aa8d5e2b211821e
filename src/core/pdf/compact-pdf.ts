/**
 * The same document in fewer bytes. Chromium writes every object on its own and embeds fonts with tables that no
 * PDF needs: what is written anew is two to six times smaller, and draws the same pixels.
 */
import { rewriteFile } from './copying/rewrite-file.ts';
import { PdfReader } from './reading/reader.ts';

/** The file itself where nothing is gained. Throws `PdfError`. */
export function compactPdf(pdf: Uint8Array): Uint8Array {
  const compacted = rewriteFile(new PdfReader(pdf), { compact: true });
  return compacted.length < pdf.length ? compacted : pdf;
}
