/** Renders a document whose large pictures stay in files until the PDF is written. */
import { DeferredStreams } from '../large-pdf/deferred-streams.ts';
import { toLargePdf } from '../large-pdf/insert-streams.ts';
import type { FilledDocument } from './filled-document.ts';
import type { PrintTools, Rendering } from './print-content.ts';
import type { RenderedContent, RenderedDocument } from './render-request.ts';

/**
 * Calls `work`, and puts the pictures into its PDF, unless the caller has streams of its own for several documents. Throws
 * what `work` throws, and the errors of `toLargePdf`.
 */
export async function withLargeStreams(
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
