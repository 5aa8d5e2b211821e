/** Runs in the thread of one document: see `part-joiner.ts`. */
import { PdfError, type PrintedPdf, tagPrinted } from '#pdf';
import { startJoining } from '#pdf/joining/start-joining';
import { type PdfFailure, toPdfFailure } from '#pdf/threads/pdf-failure';
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { completePrinted } from '../printed/complete-printed.ts';
import type { JoinResult, JoinTask } from './part-joiner.ts';
import { withBuffer } from './with-buffer.ts';

const joining = startJoining();

/** Other threads may have a higher priority than this one. */
const tag = (printed: Pick<PrintedPdf, 'pdf' | 'links'>) => tagPrinted({ ...printed, isAlone: true });

async function perform(task: JoinTask): Promise<JoinResult> {
  if (task.kind === 'finish') return { pdf: joining.finish() };
  const { printed, tags, baseUrl, ...place } = task;
  const options = { baseUrl, tag: tags ? tag : undefined };
  const { pdf, problems } = await completePrinted(withBuffer(printed), options);
  joining.add({ ...place, pdf });
  return { bytes: pdf.length, problems };
}

serveTasks(
  async (task: JoinTask): Promise<JoinResult | PdfFailure> => {
    try {
      return await perform(task);
    } catch (error) {
      if (error instanceof PdfError) return toPdfFailure(error);
      throw error;
    }
  },
  { getTransfer: (result) => ('pdf' in result ? movable(result.pdf) : []) },
);
