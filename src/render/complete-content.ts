/** Completes what was printed: its links, language and tags, its bookmarks and labels, and the fields for signatures. */
import { writeOutline, writePageLabels } from '#pdf';
import type { PrintedContent, Rendering } from './print-content.ts';
import type { CompletedPdf } from './printed/complete-printed.ts';

export type CompletedContent = Omit<PrintedContent, 'complete' | 'bookmarks' | 'labels'> & CompletedPdf;

/** Throws the errors of `PdfWork`. */
export async function completeContent(
  { complete, bookmarks, labels, ...printed }: PrintedContent,
  { tools: { work, deadline }, filled: { content } }: Rendering,
): Promise<CompletedContent> {
  const completed = await complete();
  let { pdf } = completed;
  if (bookmarks) pdf = await writeOutline(pdf, bookmarks);
  if (labels) pdf = writePageLabels(pdf, labels);
  if (!('editorResult' in content)) pdf = await work.placeFields(pdf, deadline);
  return { ...printed, pdf, problems: completed.problems };
}
