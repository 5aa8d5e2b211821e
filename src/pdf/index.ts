/**
 * The operations on whole PDFs that several rooms use. They throw only `PdfError`.
 * An operation with a single user, and the parts with which other rooms read files, are imported from their files.
 */
export type { Attachment } from './attach.ts';
export * from './clean-pdf.ts';
export * from './compact-pdf.ts';
export { countPages } from './inspect-pdf.ts';
export * from './make-reproducible.ts';
export * from './merge/start-merge.ts';
export { type Bookmark, findMissingPage, readBookmarks, writeBookmarks } from './outline/bookmarks.ts';
export * from './outline/write-outline.ts';
export * from './outline/write-page-labels.ts';
export * from './overlay/lay-over-pages.ts';
export * from './overlay/read-printed-pages.ts';
export { type ArrangedPages, arrangePages } from './pages/arrange-pages.ts';
export * from './pages/choose-pages.ts';
export * from './pdf-error.ts';
export * from './protection/file-protection.ts';
export { protectPdf } from './protection/protect-pdf.ts';
export { findPasswordProblem } from './reading/encryption/prepare-password.ts';
export { type Properties, setMetadata } from './set-metadata.ts';
export type { ChangeKind, RevisionChange } from './signing/comparison/revision-changes.ts';
export { type EmbeddedInvoice, incompleteProfiles, type Standards } from './standards/standards.ts';
export * from './tagging/tag-printed.ts';
