/** Makes a PDF smaller, or only sets its properties, without blocking other requests. */

import { Failure } from '../../contract/errors.ts';
import { Deadline } from '../../core/deadline.ts';
import { compactPdf, finishPdf, setMetadata } from '../../core/pdf/index.ts';
import type { Compact, SetProperties } from '../../core/render-request.ts';
import { runPdfTask, runTimedPdfTask } from './pdf-thread.ts';

/** In bytes. Up to this size it takes some ten milliseconds, less than starting a thread. */
const maxInlineBytes = 300_000;

/** In milliseconds. A PDF that is larger than necessary is better than none. */
const maxCompactMs = 5_000;

export const compact: Compact = async (pdf, properties, deadline, pages) => {
  if (pdf.length <= maxInlineBytes) return compactPdf(pdf, properties, pages);
  if (pages) return await runPdfTask({ kind: 'compact', pdf, properties, pages }, deadline);
  const limit = Math.min(maxCompactMs, deadline.remainingMs / 2);
  const own = new Deadline(limit, deadline.signal);
  try {
    return await runPdfTask({ kind: 'compact', pdf, properties }, own);
  } catch (error) {
    deadline.check('making the PDF smaller');
    if (error instanceof Failure && ['timeout', 'memory_limit'].includes(error.code)) {
      return setMetadata(pdf, properties.metadata, properties);
    }
    throw error;
  } finally {
    own.close();
  }
};

export const setProperties: SetProperties = async (pdf, properties, deadline, chosen) => {
  if (pdf.length <= maxInlineBytes) return finishPdf(pdf, properties, chosen);
  const task = { kind: 'properties', pdf, properties, pages: chosen } as const;
  const { result, pages = 0 } = await runTimedPdfTask(task, deadline);
  return { pdf: result, pages };
};
