/** The pipeline, a line for each step: template and data in, PDF out; independent of HTTP and the database. */
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toLargePdf } from '#pdf/large-pdf/insert-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { arrangeContent } from './arrange-content.ts';
import { completeContent } from './complete-content.ts';
import { fillDocument } from './fill-document.ts';
import type { FilledDocument } from './filled-document.ts';
import { assertStandards, finishContent, sealContent } from './finish-content.ts';
import { judgeContent } from './judge-content.ts';
import { layOverContent } from './lay-over-content.ts';
import { pdfWorkInThisThread } from './pdf-work.ts';
import { type PrintTools, printContent, type Rendering } from './print-content.ts';
import type { RenderedContent, RenderedDocument, RenderRequest, RenderTools } from './render-request.ts';
import { startReport } from './report.ts';

/**
 * Renders one document. A PDF with large pictures is a `LargePdf`: see `RenderedContent`. `getFindings` returns what the page
 * showed until an error ended its render.
 *
 * Throws `TemplateSyntaxError` and `TemplateRuntimeError` of `twig` as they are, and `Failure`:
 * `invalid_option` (margins that leave no room), `invalid_data` (a value that an editor template cannot draw),
 * `invalid_template` (a `base.pdf` that cannot be read), `invalid_e_invoice`, `not_conforming`, `timeout`, `page_failed`,
 * `memory_limit`, `document_navigated`, `strict`, `browser_failed`, `browser_missing`, `sandbox_unavailable`.
 */
export async function renderContent(request: RenderRequest, tools: RenderTools): Promise<RenderedContent> {
  const filled = await fillDocument(request, tools);
  const { schedule } = tools;
  if (!schedule) return await renderFilled(filled, tools);
  return await schedule(filled, (isLong) => renderFilled(filled, { ...tools, isLong }));
}

/** The second half of `renderContent`, for callers that print only if several documents can be filled. */
export const renderFilled = async (filled: FilledDocument, tools: PrintTools): Promise<RenderedContent> =>
  filled.request.screenshot
    ? await capture(filled, tools)
    : await withLargeStreams(filled, tools, async (rendering) => {
        const report = startReport(filled);
        // A chain, which keeps the PDF of no step when the next one has its own; variables would keep them all.
        const finished = await printContent(rendering)
          .then((printed) => completeContent(printed))
          .then((completed) => layOverContent(completed, rendering))
          .then((laid) => judgeContent(laid, rendering))
          .then(report.afterPrinting)
          .then((judged) => arrangeContent(judged, rendering))
          .then((arranged) => finishContent(arranged, rendering));
        await assertStandards(finished, rendering);
        const sealed = await sealContent(finished, rendering);
        return { pdf: sealed, report: report.of(finished, sealed) };
      });

/** Most documents are printed. */
const capture = async (filled: FilledDocument, tools: PrintTools): Promise<RenderedContent> =>
  await (await import('./capture-content.ts')).captureContent(filled, tools);

/** Like `renderContent`, in this thread and with the PDF in memory. Throws `memory_limit`, too, if it is too large for that. */
export async function render(
  request: RenderRequest,
  tools: Omit<RenderTools, 'work'>,
): Promise<RenderedDocument> {
  const { pdf, report } = await renderContent(request, { ...tools, work: pdfWorkInThisThread });
  return { pdf: await toBytes(pdf), report };
}

/**
 * Renders a document whose large pictures stay in files until its PDF is written, unless the caller has streams of its own
 * for several documents. Throws what `work` throws, and the errors of `toLargePdf`.
 */
async function withLargeStreams(
  filled: FilledDocument,
  tools: PrintTools,
  work: (rendering: Rendering) => Promise<RenderedDocument>,
): Promise<RenderedContent> {
  if (tools.deferred) return await work({ filled, tools: { ...tools, deferred: tools.deferred } });
  const deferred = new DeferredStreams();
  try {
    const { pdf, report } = await work({ filled, tools: { ...tools, deferred } });
    if (deferred.all.length === 0) {
      await deferred.close();
      return { pdf, report };
    }
    const { protection } = filled.request;
    const whole = await toLargePdf(pdf, deferred, { deadline: tools.deadline, protection, work: tools.work });
    return { pdf: whole, report: { ...report, bytes: whole.length } };
  } catch (error) {
    await deferred.close();
    throw error;
  }
}
