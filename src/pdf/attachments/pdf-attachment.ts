/** A file inside a PDF, and the messages to and from the thread that reads them. */
import type { PdfFailure } from '../threads/pdf-failure.ts';

export interface PdfAttachment {
  /** As the PDF gives it, which may contain folders and control characters: no safe name of a file. */
  readonly name: string;
  /** The contents; undefined if they cannot be read: see `problem`. */
  readonly data: Uint8Array | undefined;
  readonly problem: string | undefined;
  /** MIME type. */
  readonly type: string | undefined;
  /** Relationship of the file to the document (ISO 32000-2, 7.11.3), such as `Alternative`. */
  readonly relationship: string | undefined;
  readonly description: string | undefined;
  readonly created: Date | undefined;
  readonly modified: Date | undefined;
  /** The page, from 1, on which an annotation holds it; undefined for a file of the document. */
  readonly page: number | undefined;
}

export interface AttachmentsTask {
  readonly pdf: Uint8Array;
  readonly password: string | undefined;
}

export type AttachmentsResult = { readonly files: readonly PdfAttachment[] } | PdfFailure;
