/**
 * What the rest of the program does with PDFs. Everything here throws `PdfError` and nothing else.
 *
 * `reading/` turns bytes into values, `writing/` values into bytes (a whole file, or an update behind one),
 * `document/` knows what the values mean: pages, outline, tags. `copying/` takes objects from one file to another,
 * with `fonts/` that unites subsets and `contents/` that finds what pages have in common; `merge/` and `underlay/` are
 * built on it. `cleaning/` makes a whole file of what strangers bring, in a thread of its own: decrypted, repaired,
 * with its form drawn, for which alone a library is used; everything else depends on nothing but node.
 */

export { type Attachment, attach } from './attach.ts';
export { type CleanedPdf, type CleanOptions, cleanPdf } from './clean-pdf.ts';
export type { PdfWarning, PdfWarningCode } from './cleaning/clean-order.ts';
export { compactPdf } from './compact-pdf.ts';
export type { PageSize } from './document/page-size.ts';
export { findOversizedPage, maxPagePoints } from './find-oversized-page.ts';
export { findUnprintedGlyphs } from './find-unprinted-glyphs.ts';
export { countPages, inspectPdf, type PdfInfo, type PdfInspection } from './inspect-pdf.ts';
export { leavesFieldsToViewers } from './leaves-fields-to-viewers.ts';
export { makeReproducible, type ReproducibleOptions } from './make-reproducible.ts';
export { checkMergeable } from './merge/check-mergeable.ts';
export { type MergePdfsOptions, mergePdfs } from './merge/merge-pdfs.ts';
export { type AddOptions, type Merge, type MergeOptions, startMerge } from './merge/start-merge.ts';
export { PdfError, type PdfErrorCode } from './pdf-error.ts';
export { rewriteLinks } from './rewrite-links.ts';
export { type MetadataOptions, metadataUpdate, type Properties, setMetadata } from './set-metadata.ts';
export { setPrintedLanguage } from './set-printed-language.ts';
export { underlay } from './underlay/underlay.ts';
