/** What the rest of the program does with a printed PDF. Everything here throws `PdfError` and nothing else. */
export { countPages, inspectPdf, type PdfInfo, type PdfInspection } from './inspect-pdf.ts';
export { makeReproducible, type ReproducibleOptions } from './make-reproducible.ts';
export type { PageSize } from './page-size.ts';
export { PdfError, type PdfErrorCode } from './pdf-error.ts';
export { type MetadataOptions, setMetadata } from './set-metadata.ts';
