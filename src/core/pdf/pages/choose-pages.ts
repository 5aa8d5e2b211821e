/** Takes pages out of a finished file. */
import { rewriteFile } from '../copying/rewrite-file.ts';
import { PdfReader } from '../reading/reader.ts';
import type { Properties } from '../set-metadata.ts';

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
