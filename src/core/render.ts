/** The pipeline: fill → print → finish. Template and data in, PDF out; independent of HTTP and the database. */
import { fillDocument } from './fill-document.ts';
import { toBytes } from './large-pdf/large-pdf.ts';
import { pdfWorkInThisThread } from './pdf-work.ts';
import { printDocument } from './print-document.ts';
import type { RenderedContent, RenderedDocument, RenderRequest, RenderTools } from './render-request.ts';

/**
 * Renders one document. A PDF with large pictures is a `LargePdf`: see `RenderedContent`. `getFindings` returns what the page showed until an error ended its render.
 *
 * Throws `TemplateSyntaxError` and `TemplateRuntimeError` of `core/twig` as they are, and `Failure`:
 * `invalid_option` (margins that leave no room), `invalid_data` (a value that an editor template cannot draw),
 * `invalid_template` (a `base.pdf` that cannot be read), `invalid_e_invoice`, `not_conforming`, `timeout`, `page_failed`, `memory_limit`, `document_navigated`, `strict`,
 * `browser_failed`, `browser_missing`, `sandbox_unavailable`.
 */
export async function renderContent(request: RenderRequest, tools: RenderTools): Promise<RenderedContent> {
  const filled = await fillDocument(request, tools);
  const { schedule } = tools;
  if (!schedule) return await printDocument(filled, tools);
  return await schedule(filled, (isLong) => printDocument(filled, { ...tools, isLong }));
}

/** Like `renderContent`, in this thread and with the PDF in memory. Also throws `memory_limit` if it is too large for that. */
export async function render(
  request: RenderRequest,
  tools: Omit<RenderTools, 'work'>,
): Promise<RenderedDocument> {
  const { pdf, report } = await renderContent(request, { ...tools, work: pdfWorkInThisThread });
  return { pdf: await toBytes(pdf), report };
}
