/** Works on PDFs without blocking other requests: large ones in a thread, small ones here, where it takes less than starting one. */
import { Failure } from '#contract/errors';
import { type PrintedPages, type PrintedPdf, setMetadata } from '#pdf';
import { mayHaveSignaturePlaces } from '#pdf/signing/place-signature-fields';
import { type FinishTask, type PdfWork, pdfWorkInThisThread, type UnderlayTask } from '#render/pdf-work';
import { Deadline } from '#runtime/deadline';
import { runPdfTask, runTimedPdfTask } from './pdf-thread.ts';
import type { StandardsChecker } from './standards-check/standards-checker.ts';

/** In a temporary file, for each document that is being printed or sent: strangers must not fill the disk. */
export const maxPdfBytes = 1024 * 1024 * 1024;

/** The limit of a PDF that the server needs in memory, such as for a merge. */
export const inMemory = { maxBytes: 256 * 1024 * 1024, advice: 'Use smaller pictures.' } as const;

/** In bytes. Up to this size each step takes at most some ten milliseconds. */
const maxBytesHere = 300_000;

/** Making fields of as many controls takes some ten milliseconds. */
const maxControlsHere = 200;

/** In milliseconds, for steps without which there is a PDF too: one that is larger, or whose tags have gaps. */
const maxOptionalMs = 5_000;

/**
 * In milliseconds. A base PDF that a thread processed in less than this is processed in this thread from then on. How long
 * another one takes, its size does not say.
 */
const maxMsHere = 15;

/** Base PDFs of cached templates that were fast. */
const quickBases = new WeakSet<Uint8Array>();

const here = pdfWorkInThisThread;
const isSmall = ({ length }: Uint8Array): boolean => length <= maxBytesHere;

/** The checks have threads of their own. */
export function threadedPdfWork({ checkConformance, checkEInvoice }: StandardsChecker): PdfWork {
  return { ...steps, checkConformance, checkEInvoice };
}

const steps: Omit<PdfWork, 'checkConformance' | 'checkEInvoice'> = {
  maxBytesHere,
  prepareCheck: () => {},
  async readPages(pdf, deadline) {
    if (isSmall(pdf)) return await here.readPages(pdf, deadline);
    const json = await runPdfTask({ kind: 'pages', pdf }, deadline);
    return JSON.parse(Buffer.from(json).toString()) as PrintedPages;
  },
  completeTags,
  async placeFields(task, deadline) {
    const { pdf, controls } = task;
    if (isSmall(pdf) && controls.length <= maxControlsHere) return await here.placeFields(task, deadline);
    if (controls.length === 0 && !(await mayHaveSignaturePlaces(pdf))) return { pdf, warnings: [] };
    const { result, warnings = [] } = await runTimedPdfTask({ kind: 'fields', ...task }, deadline);
    return { pdf: result, warnings };
  },
  async finishSheets(task, deadline) {
    if (isSmall(task.pdf)) return await here.finishSheets(task, deadline);
    return await runPdfTask({ kind: 'sheets', ...task }, deadline);
  },
  async layOver(task, deadline) {
    const { pdf, overlay } = task;
    if (pdf.length + overlay.length <= maxBytesHere) return await here.layOver(task, deadline);
    return Buffer.from(await runPdfTask({ kind: 'overlay', ...task }, deadline));
  },
  layUnder,
  stamp: (task, deadline) => runPdfTask({ kind: 'stamp', ...task }, deadline),
  compact,
  async setProperties(task, deadline) {
    if (isSmall(task.pdf)) return await here.setProperties(task, deadline);
    const { result, pages = 0 } = await runTimedPdfTask({ kind: 'properties', ...task }, deadline);
    return { pdf: result, pages };
  },
  async protect(pdf, protection, deadline) {
    if (isSmall(pdf)) return await here.protect(pdf, protection, deadline);
    return await runPdfTask({ kind: 'protect', pdf, protection }, deadline);
  },
  async insertStreams(task, deadline) {
    if (isSmall(task.pdf)) return await here.insertStreams(task, deadline);
    const { result, places = [] } = await runTimedPdfTask({ kind: 'insert', ...task }, deadline);
    return { bytes: result, places };
  },
};

async function completeTags(printed: PrintedPdf, deadline: Deadline): Promise<Uint8Array> {
  const { pdf, links = [] } = printed;
  if (isSmall(pdf)) return await here.completeTags(printed, deadline);
  return await optionally('completing the tags of the PDF', deadline, {
    run: (own) => runPdfTask({ kind: 'tag', pdf, links }, own),
    otherwise: () => pdf,
  });
}

async function compact(task: FinishTask, deadline: Deadline): Promise<Uint8Array> {
  const { pdf, properties, pages } = task;
  if (isSmall(pdf)) return await here.compact(task, deadline);
  const run = (until: Deadline) => runPdfTask({ kind: 'compact', ...task }, until);
  if (pages) return await run(deadline);
  const otherwise = () => setMetadata(pdf, properties.metadata, properties);
  return await optionally('making the PDF smaller', deadline, { run, otherwise });
}

/** Gives a step a part of the time that is left, and does without it if that is over. */
async function optionally(
  step: string,
  deadline: Deadline,
  { run, otherwise }: { run(until: Deadline): Promise<Uint8Array>; otherwise(): Uint8Array },
): Promise<Uint8Array> {
  const own = new Deadline(Math.min(maxOptionalMs, deadline.remainingMs / 2), deadline.signal);
  try {
    return await run(own);
  } catch (error) {
    deadline.check(step);
    if (error instanceof Failure && ['timeout', 'memory_limit'].includes(error.code)) return otherwise();
    throw error;
  } finally {
    own.close();
  }
}

async function layUnder(task: UnderlayTask, deadline: Deadline): Promise<Uint8Array> {
  if (isSmall(task.pdf) && quickBases.has(task.base)) return await here.layUnder(task, deadline);
  const { result, ms } = await runTimedPdfTask({ kind: 'underlay', ...task }, deadline);
  if (ms <= maxMsHere) quickBases.add(task.base);
  return result;
}
