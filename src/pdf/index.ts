/**
 * The PDF operations that the rest of the program uses. All of them throw only `PdfError`.
 *
 * `reading/` turns bytes into values, `writing/` turns values into bytes (a whole file or an incremental update).
 * `document/` interprets the values: pages, outline, tags. `copying/` copies objects from one file to another, with
 * `fonts/`, which unites subsets and embeds the fonts of drawn text (its `program/` reads and writes font files), and
 * `contents/`, which finds content that pages have in common. `encodings/` knows
 * what the codes of fonts and the names of glyphs mean. `merge/` and `underlay/` are built on it, `joining/`, which
 * makes one document of its parts, and `overlay/`, which draws headers and footers over the pages of a printed
 * document. `tagging/` completes the tags of what Chromium printed, and `standards/` writes what PDF/A, PDF/UA
 * and e-invoices need beside the pages. `protection/` encrypts a finished file; `signing/` makes room for
 * signatures and finds what was changed after them. `repair/` makes untrusted input files complete: it decrypts
 * and repairs them, in a thread of `threads/`. Everything depends on Node.js alone.
 */

export type { Attachment } from './attach.ts';
export { type CleanedPdf, type CleanOptions, cleanPdf } from './clean-pdf.ts';
export { compactPdf } from './compact-pdf.ts';
export { isBlank } from './contents/is-blank.ts';
export { needsCleaning } from './document/needs-cleaning.ts';
export type { PageSize } from './document/page-size.ts';
export {
  type PrintedDestinations,
  type PrintedPlace,
  readPrintedDestinations,
} from './document/printed-destinations.ts';
export { type PrintedScale, readPrintedScale } from './document/printed-scale.ts';
export { findOversizedPage, maxPagePoints } from './find-oversized-page.ts';
export { findUnprintedGlyphs } from './find-unprinted-glyphs.ts';
export type { ReadBundledFont } from './fonts/bundled-fonts.ts';
export { withShaping } from './fonts/shaping.ts';
export { countPages, inspectPdf, type PdfInfo, type PdfInspection } from './inspect-pdf.ts';
export { type Joining, type PartToJoin, startJoining } from './joining/start-joining.ts';
export { makeReproducible, type ReproducibleOptions } from './make-reproducible.ts';
export { checkMergeable } from './merge/check-mergeable.ts';
export { type MergeFilesOptions, mergeFiles } from './merge/merge-files.ts';
export {
  type AddOptions,
  type Merge,
  type MergedPartFacts,
  type MergeOptions,
  startMerge,
} from './merge/start-merge.ts';
export { spaceTitles } from './outline/space-titles.ts';
export { type OutlineEntry, writeOutline } from './outline/write-outline.ts';
export { type PageLabel, writePageLabels } from './outline/write-page-labels.ts';
export { layOverPages, type OverlaySheet } from './overlay/lay-over-pages.ts';
export {
  type PrintedHeading,
  type PrintedPages,
  readPrintedPages,
} from './overlay/read-printed-pages.ts';
export { type StampLayer, stampPages } from './overlay/stamp-pages.ts';
export { type ArrangedPages, arrangePages } from './pages/arrange-pages.ts';
export { choosePages, finishPdf } from './pages/choose-pages.ts';
export { readOutlineStarts } from './pages/outline-starts.ts';
export { PdfError, type PdfErrorCode } from './pdf-error.ts';
export { createFileProtection, type FileProtection } from './protection/file-protection.ts';
export { openProtected } from './protection/open-protected.ts';
export { encryptedLength, protectDeferred, protectPdf } from './protection/protect-pdf.ts';
export { findPasswordProblem } from './reading/encryption/prepare-password.ts';
export { decryptedLength, decryptPieces, type StreamCipher } from './reading/encryption/stream-cipher.ts';
export { removeRepeatedLinks } from './remove-repeated-links.ts';
export type { PdfWarning, PdfWarningCode } from './repair/clean-message.ts';
export { rewriteLinks } from './rewrite-links.ts';
export { type MetadataOptions, metadataUpdate, type Properties, setMetadata } from './set-metadata.ts';
export { setPrintedLanguage } from './set-printed-language.ts';
export { addEvidence, readStoredEvidence, type SignatureEvidence } from './signing/add-evidence.ts';
export type { ChangeKind, RevisionChange } from './signing/comparison/revision-changes.ts';
export { mayHaveSignaturePlaces, placeSignatureFields } from './signing/place-signature-fields.ts';
export {
  type PreparedSignature,
  prepareSignature,
  type SignatureRequest,
} from './signing/prepare-signature.ts';
export { type PdfSignature, type PdfSignatures, readSignatures } from './signing/read-signatures.ts';
export type { CertificationLevel, SignatureDetails } from './signing/signature-dictionary.ts';
export type { LargeStream, LargeStreamLimits } from './skimming/find-large-streams.ts';
export { type SkimmedPdf, skimPdf } from './skimming/skim-pdf.ts';
export { hasClaims } from './standards/claimed-standards.ts';
export { type EmbeddedInvoice, incompleteProfiles, type Standards } from './standards/standards.ts';
export type { LinkText } from './tagging/links.ts';
export { type PrintedPdf, startMarking, tagPrinted } from './tagging/tag-printed.ts';
export { type PdfFailure, reportPdfErrors, toPdfFailure } from './threads/pdf-failure.ts';
export { runOnPdf } from './threads/run-on-pdf.ts';
export { underlay } from './underlay/underlay.ts';
export type { InsertedPdf, PixelFormat, StreamPlace, StreamToInsert } from './writing/find-deferred.ts';
export { insertDeferred } from './writing/insert-deferred.ts';
