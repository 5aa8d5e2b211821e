/** Renders one document, from its place in the queue to its PDF. */

import { renderContent } from '#render/render';
import type { RenderedContent, RenderRequest, Schedule } from '#render/render-request';
import type { Deadline } from '#runtime/deadline';
import type { Team } from '#store/teams';
import type { RunningRow } from '../billing/deliver.ts';
import type { ServerContext } from '../context.ts';
import { longDocumentTools } from './long-documents/parts-thread.ts';
import { maxPdfBytes } from './pdf-work.ts';
import { withRenderMetrics } from './with-render-metrics.ts';

/**
 * Throws the errors of `renderContent`, and `queue_full`. A row of a job does not wait behind other long documents, which
 * would take the time that it has to be printed: it fails with `LongLaneBusy`, and is run again.
 */
export async function renderOne(
  context: ServerContext,
  team: Team,
  { allowHosts = [], ...request }: Omit<RenderRequest, 'owner'>,
  deadline: Deadline,
  row?: Pick<RunningRow, 'onProgress'>,
): Promise<RenderedContent> {
  const {
    queue,
    longLane,
    metrics,
    browserPool: browser,
    fill,
    lint,
    editor,
    pdfWork: work,
    config,
  } = context;
  const { signal } = deadline;
  return await queue.run(team.id, signal, (place) => {
    const turn = { team: team.id, signal, place };
    const schedule: Schedule = (filled, print) =>
      longLane.print(filled, turn, print, { mayWait: row === undefined });
    return withRenderMetrics(metrics, () =>
      renderContent(
        {
          ...request,
          owner: String(team.id),
          // Rules of a door of its own add to those of the server.
          allowHosts: [...config.allowHosts, ...allowHosts],
          maxPdfBytes,
        },
        {
          browser,
          fill,
          lint,
          editor,
          work,
          deadline,
          schedule,
          longDocuments: longDocumentTools(row?.onProgress),
        },
      ),
    );
  });
}
