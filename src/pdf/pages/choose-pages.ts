/** Takes pages out of a finished file. */
import { rewriteFile } from '../copying/rewrite-file.ts';
import { countPages } from '../inspect-pdf.ts';
import { PdfReader } from '../reading/reader.ts';
import { type Properties, setMetadata } from '../set-metadata.ts';

/**
 * Returns a file with the pages of the given indexes only, from 0 on and in this order. Everything else that belongs to
 * them stays: tags, links, bookmarks, fields, attachments, properties. `properties` are set as by `setMetadata`.
 *
 * Throws `PdfError`.
 */
export function choosePages(
  pdf: Uint8Array,
  pages: readonly number[],
  properties?: Properties | undefined,
): Uint8Array {
  return rewriteFile(new PdfReader(pdf), { compact: false, properties, pages });
}

/**
 * Sets properties, keeps the pages of the given indexes if there are any, and counts the pages of the result.
 *
 * Throws `PdfError`.
 */
export function finishPdf(
  pdf: Uint8Array,
  properties: Properties,
  pages?: readonly number[] | undefined,
): { readonly pdf: Uint8Array; readonly pages: number } {
  const finished = pages
    ? choosePages(pdf, pages, properties)
    : setMetadata(pdf, properties.metadata, properties);
  return { pdf: finished, pages: countPages(finished) };
}
