/**
 * Makes the same document smaller. Chromium writes every object separately and embeds fonts with tables that no PDF
 * needs. The rewritten file is two to six times smaller and draws the same pixels.
 */
import { rewriteFile } from './copying/rewrite-file.ts';
import { StructureIdNumbers } from './document/structure-id-numbers.ts';
import { PdfReader } from './reading/reader.ts';
import { type Properties, setMetadata } from './set-metadata.ts';

/** Returns the input, apart from the properties, if rewriting saves nothing. Throws `PdfError`. */
export function compactPdf(pdf: Uint8Array, properties?: Properties): Uint8Array {
  const compacted = rewriteFile(new PdfReader(pdf), {
    compact: true,
    properties,
    // Chromium's counter continues from document to document, so that its names reveal how much was printed before.
    renameId: new StructureIdNumbers().forDocument(),
  });
  if (compacted.length < pdf.length) return compacted;
  const unchanged = properties ? setMetadata(pdf, properties.metadata, properties) : pdf;
  return compacted.length < unchanged.length ? compacted : unchanged;
}
