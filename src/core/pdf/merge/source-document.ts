/** One of the documents that are merged, while it is added. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { Page } from '../document/page-tree.ts';
import type { PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRule } from '../writing/key-rules.ts';

export interface SourceDocument {
  readonly file: PdfReader;
  /** From 0. */
  readonly index: number;
  /** For the outline. */
  readonly title: string;
  readonly pages: readonly Page[];
  /** Of the pages in the merged file. */
  readonly pageRefs: readonly PdfRef[];
  /** How many pages the documents before have. */
  readonly firstPage: number;
}

/** What of a document is gathered over all documents: destinations, tags, form fields and so on. */
export interface MergedPart {
  /**
   * Before anything of the document is copied. May change the document in memory; returns what has to be done to
   * dictionaries when they are copied. No two parts have a rule for the same key.
   */
  prepare?(source: SourceDocument): Iterable<readonly [key: string, rule: KeyRule]>;
  /** When references can be copied. */
  add(source: SourceDocument, copier: ObjectCopier): void;
  /** When everything that was asked for until now is copied, and all names in it are known. */
  complete?(source: SourceDocument, copier: ObjectCopier): void;
  /** When all documents were added. */
  finish(catalog: PdfDict): void;
}
