/** A document while it is added to a merge. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { Page } from '../document/page-tree.ts';
import type { PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRule } from '../writing/key-rules.ts';

export interface SourceDocument {
  readonly file: PdfReader;
  /** From 0. */
  readonly index: number;
  /** Title for the outline. */
  readonly title: string;
  readonly pages: readonly Page[];
  /** References to its pages in the merged file. */
  readonly pageRefs: readonly PdfRef[];
  /** The number of pages in all previous documents. */
  readonly firstPage: number;
}

/** A part of the merged file that is combined over all documents, such as destinations, tags or form fields. */
export interface MergedPart {
  /**
   * Called before anything of the document is copied. May change the document in memory. Returns the rules for
   * dictionaries that are copied. No two parts have a rule for the same key.
   */
  prepare?(source: SourceDocument): Iterable<readonly [key: string, rule: KeyRule]>;
  /** Called when references can be copied. */
  add(source: SourceDocument, copier: ObjectCopier): void;
  /** Called when everything requested so far is copied and all names in it are known. */
  complete?(source: SourceDocument, copier: ObjectCopier): void;
  /** Called after all documents were added. */
  finish(catalog: PdfDict): void;
}
