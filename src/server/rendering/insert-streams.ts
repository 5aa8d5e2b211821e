/** Makes room for the pictures of a PDF without blocking other requests. */
import { type InsertStreams, insertTask } from '../../core/large-pdf/insert-streams.ts';
import { runTimedPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes some ten milliseconds, less than starting a thread. */
const maxInlineBytes = 300_000;

export const insertStreams: InsertStreams = async (task, deadline) => {
  if (task.pdf.length <= maxInlineBytes) return insertTask(task);
  const { result, places = [] } = await runTimedPdfTask({ kind: 'insert', ...task }, deadline);
  return { bytes: result, places };
};
