/** Completes what was printed: its links, language and tags, its bookmarks and labels, and the fields for signatures. */
import { writeOutline, writePageLabels } from '../pdf/index.ts';
import { completePrinted } from '../printed/complete-printed.ts';
import type { PrintedContent, Rendering } from './print-content.ts';

export interface CompletedContent extends PrintedContent {
  /** What is wrong with its links and tags, one sentence each. */
  readonly problems: readonly string[];
}

/** Throws the errors of `PdfWork`. */
export async function completeContent(
  printed: PrintedContent,
  { tools: { work, deadline }, filled: { content } }: Rendering,
): Promise<CompletedContent> {
  const { toComplete, bookmarks, labels } = printed;
  const completed = toComplete
    ? await completePrinted(toComplete, toComplete)
    : { pdf: printed.pdf, problems: [] };
  let { pdf } = completed;
  if (bookmarks) pdf = await writeOutline(pdf, bookmarks);
  if (labels) pdf = writePageLabels(pdf, labels);
  if (!('editorResult' in content)) pdf = await work.placeFields(pdf, deadline);
  return { ...printed, pdf, problems: completed.problems };
}
