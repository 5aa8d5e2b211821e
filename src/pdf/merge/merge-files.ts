/** Merges several documents into one file. */
import { type MergeOptions, startMerge } from './start-merge.ts';

export interface MergeFilesOptions extends MergeOptions {
  /** Titles of the documents' outline entries, in the same sequence. The default is each document's own title. */
  readonly titles?: readonly (string | undefined)[];
}

/** Merges the documents in sequence. See `startMerge`, which takes them one by one. Throws `PdfError`. */
export function mergeFiles(documents: readonly Uint8Array[], options: MergeFilesOptions = {}): Uint8Array {
  const merge = startMerge(options);
  for (const [i, pdf] of documents.entries()) merge.add(pdf, { title: options.titles?.[i] });
  return merge.finish();
}
