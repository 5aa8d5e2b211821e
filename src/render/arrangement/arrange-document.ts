/** The pages of a finished PDF in another arrangement, checked and sealed like any other PDF. */
import { resolvePages } from '#contract/api/page-selection';
import { resolveTurn } from '#contract/api/page-turns';
import type { Metadata, StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import {
  type ArrangedPages,
  type Attachment,
  arrangePages,
  type Bookmark,
  type FileProtection,
  findMissingPage,
  type MergedPartFacts,
  PdfError,
  writeBookmarks,
} from '#pdf';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import type { NamedProperties } from '#pdf/xmp/named-properties';
import type { Deadline } from '#runtime/deadline';
import { type FinishedMerge, finishMerged } from '../merged-standards.ts';

export interface ArrangeDocument {
  /** The name of the PDF, for errors. */
  readonly name: string;
  /** `1-3,7,9-`; a page may be there several times. Default: all. */
  readonly pages?: string | undefined;
  /** `+90:1-3`. Numbers of pages are those of the arranged document. */
  readonly rotate?: readonly string[] | undefined;
  /** Makes fields, comments and stamps a part of the pages. Default: false. */
  readonly flatten?: boolean | undefined;
  /** Encodes pictures as JPEG of this quality, from 1 to 100, where that makes them smaller. Default: they stay. */
  readonly imageQuality?: number | undefined;
  /** Replace the outline. Page numbers are those of the arranged document. Default: what is left of its own. */
  readonly bookmarks?: readonly Bookmark[] | undefined;
  /** Gets what was lost, as sentences. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Returns the PDF decrypted, repaired and without signatures. Called if it cannot be read as it is. */
  readonly repair: () => Promise<Uint8Array>;
}

export interface FinishOptions {
  readonly name: string;
  /** The documents that were merged into the one whose pages are arranged. Default: that one alone. */
  readonly parts?: readonly MergedPartFacts[] | undefined;
  /** Standards that the PDF shall meet. Default: those that the arranged document claimed, where that is still true. */
  readonly asked?: StandardsSettings | undefined;
  /** Properties that replace those of the PDF. */
  readonly metadata?: Metadata | undefined;
  /** Any properties by name, which replace those of the PDF. They are valid: see `findPropertyProblem`. */
  readonly properties?: NamedProperties | undefined;
  /** Files to attach, beside those that it has. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The XML of an e-invoice for the document. */
  readonly eInvoice?: string | undefined;
  /** The language of the document (BCP 47). Default: that of the PDF. */
  readonly language?: string | undefined;
  readonly date: Date;
  readonly deadline: Deadline;
  readonly protection?: FileProtection | undefined;
  /** Streams that stayed in the file of the PDF. The caller closes them. */
  readonly deferred?: DeferredStreams | undefined;
}

/** Throws `invalid_pdf`, and `invalid_option` for pages that are not there. */
export async function arrangeDocument(pdf: Uint8Array, options: ArrangeDocument): Promise<ArrangedPages> {
  const arranged = await arrange(pdf, options);
  const { name, flatten, imageQuality, bookmarks } = options;
  try {
    let { pdf: changed } = arranged;
    if (flatten) changed = await flattened(changed, options);
    if (imageQuality !== undefined) {
      const { compressImages } = await import('#pdf/images/compress-images');
      changed = compressImages(changed, imageQuality);
    }
    if (bookmarks) changed = await bookmarked(changed, arranged.pages, bookmarks);
    return { ...arranged, pdf: changed };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, `${name}: ${error.message}`);
  }
}

async function flattened(pdf: Uint8Array, { name, onWarning }: ArrangeDocument): Promise<Uint8Array> {
  const { flattenInThread } = await import('#forms');
  const { pdf: flat, undrawn } = await flattenInThread(pdf);
  for (const field of undrawn) onWarning?.(`${name}: no font can draw the value of the field ${field}.`);
  return flat;
}

async function bookmarked(
  pdf: Uint8Array,
  pages: number,
  bookmarks: readonly Bookmark[],
): Promise<Uint8Array> {
  const missing = findMissingPage(bookmarks, pages);
  if (missing) {
    const message = `The bookmark ${JSON.stringify(missing.title)} leads to page ${missing.page}, but the document has ${pages} ${pages === 1 ? 'page' : 'pages'}.`;
    throw new Failure('invalid_option', message, { errors: { bookmarks: [message] } });
  }
  return await writeBookmarks(pdf, bookmarks);
}

async function arrange(pdf: Uint8Array, options: ArrangeDocument): Promise<ArrangedPages> {
  const { name, pages, rotate = [], repair } = options;
  const plan = (count: number) => {
    const selected =
      pages === undefined
        ? undefined
        : resolvePages(pages, count, { field: 'pages', name }, { mayRepeat: true });
    const left = selected?.length ?? count;
    return { pages: selected, turns: rotate.map((turn) => resolveTurn(turn, left, { field: 'rotate' })) };
  };
  try {
    if (!isSigned(pdf)) return arrangePages(pdf, plan);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  try {
    return arrangePages(await repair(), plan);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, `${name}: ${error.message}`);
  }
}

/**
 * Labels and protects the document. A label that it only had before is left out if that is no longer true. Throws
 * `not_conforming` with the page of each finding.
 */
export async function finishArranged(
  arranged: ArrangedPages,
  { name, parts, deferred = new DeferredStreams(), ...labels }: FinishOptions,
): Promise<FinishedMerge> {
  const { pdf, pages, claimed, indexes } = arranged;
  const described = {
    ...labels,
    parts: parts ?? [{ name, pages, claimed }],
    describePage: (page: number) => `page ${(indexes[page - 1] ?? page - 1) + 1} of ${name}`,
    isShared: true,
  };
  return await finishMerged(pdf, described, deferred);
}

/** Signatures do not hold for another arrangement, and only a repair takes them out. */
const isSigned = (pdf: Uint8Array): boolean =>
  Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).includes('/ByteRange');
