/** Cuts pages to their sheets, lays headers, footers and margin boxes over them, and makes the fields of the form. */
import { linkAddress } from '#browser/print/document-links';
import { rewriteLinks } from '#pdf/rewrite-links';
import type { CompletedContent } from './complete-content.ts';
import type { Rendering } from './print-content.ts';

export type LaidContent = Omit<CompletedContent, 'sheets' | 'layers' | 'controls' | 'baseUrl'>;

/** Links of headers are resolved like those of the document. Throws the errors of `PdfWork`. */
export async function layOverContent(
  { sheets, layers, controls = [], baseUrl, ...completed }: CompletedContent,
  { tools: { work, deadline }, filled: { content } }: Rendering,
): Promise<LaidContent> {
  let { pdf } = completed;
  // First, because everything else is placed on the pages without their bleed.
  if (sheets) pdf = await work.finishSheets({ pdf, sheets }, deadline);
  for (const { pdf: printed, places, links } of layers) {
    const rewrite = (address: string) => (links ? linkAddress(links, address, baseUrl) : address);
    const overlay = await rewriteLinks(printed, rewrite);
    pdf = await work.layOver({ pdf, overlay, places }, deadline);
  }
  if ('editorResult' in content && controls.length === 0) return { ...completed, pdf };
  const placed = await work.placeFields({ pdf, controls }, deadline);
  return { ...completed, pdf: placed.pdf, problems: [...completed.problems, ...placed.warnings] };
}
