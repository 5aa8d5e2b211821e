/** Lays headers, footers and margin boxes over the pages. */
import { linkAddress } from '#browser/print/document-links';
import { rewriteLinks } from '#pdf/rewrite-links';
import type { CompletedContent } from './complete-content.ts';
import type { Rendering } from './print-content.ts';

export type LaidContent = Omit<CompletedContent, 'layers' | 'baseUrl'>;

/** Links of headers are resolved like those of the document. Throws the errors of `PdfWork`. */
export async function layOverContent(
  { layers, baseUrl, ...completed }: CompletedContent,
  { tools: { work, deadline } }: Rendering,
): Promise<LaidContent> {
  let { pdf } = completed;
  for (const { pdf: printed, places, links } of layers) {
    const rewrite = (address: string) => (links ? linkAddress(links, address, baseUrl) : address);
    const overlay = await rewriteLinks(printed, rewrite);
    pdf = await work.layOver({ pdf, overlay, places }, deadline);
  }
  return { ...completed, pdf };
}
