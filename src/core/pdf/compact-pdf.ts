/**
 * The same document in fewer bytes. Chromium writes every object on its own and embeds fonts with tables that no
 * PDF needs: what is written anew is two to six times smaller, and draws the same pixels.
 */
import { rewriteFile } from './copying/rewrite-file.ts';
import { StructureIdNumbers } from './document/structure-id-numbers.ts';
import { PdfReader } from './reading/reader.ts';
import { type Properties, setMetadata } from './set-metadata.ts';

/** As it was where nothing is gained, but for the properties. Throws `PdfError`. */
export function compactPdf(pdf: Uint8Array, properties?: Properties): Uint8Array {
  const compacted = rewriteFile(new PdfReader(pdf), {
    compact: true,
    properties,
    // Chromium counts on from document to document: its names say how much was printed before.
    renameId: new StructureIdNumbers().forDocument(),
  });
  if (compacted.length < pdf.length) return compacted;
  const asItWas = properties ? setMetadata(pdf, properties.metadata, properties) : pdf;
  return compacted.length < asItWas.length ? compacted : asItWas;
}
