/** Counts a render by its outcome and by how its long table or text was printed, and records how long it took. */
import { errorCatalogue, Failure } from '#contract/errors';
import type { RenderReport } from '#render/render-request';
import { TemplateError } from '#twig';
import type { Metrics } from '../operations/metrics.ts';

export async function withRenderMetrics<Result extends { readonly report: RenderReport }>(
  metrics: Metrics,
  render: () => Promise<Result>,
): Promise<Result> {
  const stop = metrics.renderSeconds.startTimer();
  try {
    const result = await render();
    metrics.renders.inc({ outcome: 'rendered' });
    const { longTable, longText } = result.report;
    if (longTable) metrics.longTables.inc({ printed: longTable.parts > 1 ? 'parts' : 'whole' });
    if (longText) metrics.longTexts.inc({ printed: longText.parts > 1 ? 'parts' : 'whole' });
    return result;
  } catch (error) {
    metrics.renders.inc({ outcome: toOutcome(error) });
    throw error;
  } finally {
    stop();
  }
}

function toOutcome(error: unknown): 'refused' | 'failed' | 'cancelled' {
  if (error instanceof TemplateError) return 'refused';
  if (error instanceof Failure && error.code === 'interrupted') return 'cancelled';
  if (error instanceof Failure) return errorCatalogue[error.code].status < 500 ? 'refused' : 'failed';
  return error instanceof Error && error.name === 'AbortError' ? 'cancelled' : 'failed';
}
