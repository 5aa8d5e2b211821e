/** Several documents, one file. */
import { type MergeOptions, startMerge } from './start-merge.ts';

export interface MergePdfsOptions extends MergeOptions {
  /** Of the documents' entries in the outline, in the same order; missing ones are the documents' own titles. */
  readonly titles?: readonly (string | undefined)[];
}

/** The documents one after the other: see `startMerge`, which takes them one by one. Throws `PdfError`. */
export function mergePdfs(documents: readonly Uint8Array[], options: MergePdfsOptions = {}): Uint8Array {
  const merge = startMerge(options);
  for (const [i, pdf] of documents.entries()) merge.add(pdf, { title: options.titles?.[i] });
  return merge.finish();
}
