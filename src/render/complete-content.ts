/** Completes what was printed: its links, language and tags, its bookmarks and labels. */
import { writeOutline, writePageLabels } from '#pdf';
import type { PrintedContent } from './print-content.ts';
import type { CompletedPdf } from './printed/complete-printed.ts';

export type CompletedContent = Omit<PrintedContent, 'complete' | 'bookmarks' | 'labels'> & CompletedPdf;

/** Throws the errors of `PdfWork`. */
export async function completeContent({
  complete,
  bookmarks,
  labels,
  ...printed
}: PrintedContent): Promise<CompletedContent> {
  const completed = await complete();
  let { pdf } = completed;
  if (bookmarks) pdf = await writeOutline(pdf, bookmarks);
  if (labels) pdf = writePageLabels(pdf, labels);
  return { ...printed, pdf, problems: completed.problems };
}
