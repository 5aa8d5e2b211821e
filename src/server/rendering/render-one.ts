/** Renders one document, from its place in the queue to its PDF. */
import type { Deadline } from '../../core/deadline.ts';
import { renderContent } from '../../core/render.ts';
import type { RenderedContent, RenderRequest } from '../../core/render-request.ts';
import type { Team } from '../../store/teams.ts';
import type { ServerContext } from '../context.ts';
import { applyBasePdf } from './apply-base-pdf.ts';
import { compact } from './compact.ts';
import { completeTags } from './complete-tags.ts';
import { insertStreams } from './insert-streams.ts';
import { layOver, readPages } from './overlay.ts';
import { withRenderMetrics } from './with-render-metrics.ts';

/** In this thread only where it takes less than starting another one. */
const pdfTools = {
  compact,
  layOver: applyBasePdf,
  completeTags,
  readPages,
  layOverPages: layOver,
  insertStreams,
};

/** In a temporary file, for each document that is being printed or sent: strangers must not fill the disk. */
const maxPdfBytes = 1024 * 1024 * 1024;

/** Throws the errors of `renderContent`, and `queue_full`. */
export async function renderOne(
  context: ServerContext,
  team: Team,
  request: Omit<RenderRequest, 'owner' | 'allowHosts'>,
  deadline: Deadline,
): Promise<RenderedContent> {
  const { queue, metrics, browserPool: browser, fill, lint, editor, config } = context;
  const { checkConformance, checkEInvoice } = context.standardsChecker;
  const checks = { checkConformance, checkEInvoice };
  return await queue.run(team.id, deadline.signal, () =>
    withRenderMetrics(metrics, () =>
      renderContent(
        { ...request, owner: String(team.id), allowHosts: config.allowHosts, maxPdfBytes },
        { browser, fill, lint, editor, ...pdfTools, deadline, ...checks },
      ),
    ),
  );
}
