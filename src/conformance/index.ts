/**
 * Checks PDFs for PDF/A-2, PDF/A-3 and PDF/UA-1, and names each breach by the clause and test that veraPDF gives it.
 *
 * `model/` is the file as the rules see it and gathers what they report, `content/` interprets content streams,
 * `fonts/` reads fonts, `rules/` holds the rules by subject. Its readers of CMaps and of font programs are its own, since a
 * checker must not share a fault with what wrote the file; what `pdf` reads (objects, encodings, the structure of CFF) it
 * shares.
 */
export { type CheckedFile, type ConformanceReport, checkConformance } from './check-conformance.ts';
export { checkConformanceInThread } from './check-in-thread.ts';
export type { ConformanceLevel } from './levels.ts';
export type { ConformanceFinding } from './model/finding-collector.ts';
