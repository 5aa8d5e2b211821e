/** Renders one document, from its place in the queue to its PDF. */
import type { Deadline } from '../../core/deadline.ts';
import { protectPdf } from '../../core/pdf/index.ts';
import { renderContent } from '../../core/render.ts';
import type { Protect, RenderedContent, RenderRequest, Schedule } from '../../core/render-request.ts';
import type { Team } from '../../store/teams.ts';
import type { RunningRow } from '../billing/deliver.ts';
import type { ServerContext } from '../context.ts';
import { applyBasePdf } from './apply-base-pdf.ts';
import { compact, setProperties } from './compact.ts';
import { completeTags } from './complete-tags.ts';
import { insertStreams, maxPdfBytes } from './insert-streams.ts';
import { longDocumentTools } from './long-documents/parts-thread.ts';
import { drawStamps, layOver, readPages } from './overlay.ts';
import { runPdfTask } from './pdf-thread.ts';
import { placeFields } from './place-fields.ts';
import { withRenderMetrics } from './with-render-metrics.ts';

/** In bytes. Up to this size, encrypting takes less than starting a thread. */
const maxInlineBytes = 300_000;

const protect: Protect = async (pdf, protection, deadline) => {
  if (pdf.length <= maxInlineBytes) return protectPdf(pdf, protection);
  return await runPdfTask({ kind: 'protect', pdf, protection }, deadline);
};

/** In this thread only where it takes less than starting another one. */
const pdfTools = {
  compact,
  setProperties,
  layOver: applyBasePdf,
  completeTags,
  placeFields,
  readPages,
  layOverPages: layOver,
  protect,
  stampPages: drawStamps,
  insertStreams,
};

/**
 * Throws the errors of `renderContent`, and `queue_full`. A row of a job does not wait behind other long documents, which
 * would take the time that it has to be printed: it fails with `LongLaneBusy`, and is run again.
 */
export async function renderOne(
  context: ServerContext,
  team: Team,
  request: Omit<RenderRequest, 'owner' | 'allowHosts'>,
  deadline: Deadline,
  row?: Pick<RunningRow, 'onProgress'>,
): Promise<RenderedContent> {
  const { queue, longLane, metrics, browserPool: browser, fill, lint, editor, config } = context;
  const { checkConformance, checkEInvoice } = context.standardsChecker;
  const checks = { checkConformance, checkEInvoice };
  const { signal } = deadline;
  return await queue.run(team.id, signal, (place) => {
    const turn = { team: team.id, signal, place };
    const schedule: Schedule = (filled, print) =>
      longLane.print(filled, turn, print, { mayWait: row === undefined });
    return withRenderMetrics(metrics, () =>
      renderContent(
        { ...request, owner: String(team.id), allowHosts: config.allowHosts, maxPdfBytes },
        {
          browser,
          fill,
          lint,
          editor,
          ...pdfTools,
          deadline,
          schedule,
          longDocuments: longDocumentTools(row?.onProgress),
          ...checks,
        },
      ),
    );
  });
}
