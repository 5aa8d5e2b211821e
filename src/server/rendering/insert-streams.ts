/** Makes room for the pictures of a PDF without blocking other requests. */
import { type InsertStreams, insertTask } from '../../core/large-pdf/insert-streams.ts';
import { runTimedPdfTask } from './pdf-thread.ts';

/** In a temporary file, for each document that is being printed or sent: strangers must not fill the disk. */
export const maxPdfBytes = 1024 * 1024 * 1024;

/** Of a PDF that the server needs in memory, such as for a merge. */
export const inMemory = { maxBytes: 256 * 1024 * 1024, advice: 'Use smaller pictures.' } as const;

/** In bytes. Up to this size it takes some ten milliseconds, less than starting a thread. */
const maxInlineBytes = 300_000;

export const insertStreams: InsertStreams = async (task, deadline) => {
  if (task.pdf.length <= maxInlineBytes) return insertTask(task);
  const { result, places = [] } = await runTimedPdfTask({ kind: 'insert', ...task }, deadline);
  return { bytes: result, places };
};
