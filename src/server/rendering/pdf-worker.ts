/** Runs in a thread: see `pdf-thread.ts`. */
import { setPriority } from 'node:os';
import { niceValues } from '#browser/process/process-priority';
import { resolvePages } from '#contract/api/page-selection';
import {
  compactPdf,
  finishPdf,
  layOverPages,
  protectPdf,
  readPrintedPages,
  startMerge,
  tagPrinted,
} from '#pdf';
import { insertTask } from '#pdf/large-pdf/insert-streams';
import { finishSheets } from '#pdf/overlay/finish-sheets';
import { openProtected } from '#pdf/protection/open-protected';
import { type LabelledMerge, labelMerged } from '#render/merged-standards';
import { placeFields } from '#render/pdf-work';
import { applyLayers } from '#render/stamp/apply-layers';
import { Deadline } from '#runtime/deadline';
import { serveTasks } from '#runtime/serve-tasks';
import { movable } from '#runtime/share-bytes';
import { applyBase } from '#template/base-pdf';
import { arrangeForeign, describeForeign, joinForeign, splitForeign } from './foreign-pdf.ts';
import { type FinishedPdfTask, isLarge, type PdfTask } from './pdf-task.ts';

/** Longer than every deadline of a request or a job. */
const maxMergeMs = 3_600_000;

/** Asks the server to stamp a PDF, for which it has a browser. */
type AskForStamps = (pdf: Uint8Array) => Promise<Uint8Array>;

serveTasks(perform, {
  getTransfer: ({ result, parts = [] }) => [...new Set([result, ...parts].flatMap(movable))],
});

async function perform(task: PdfTask, ask: AskForStamps): Promise<FinishedPdfTask> {
  lowerPriority(task);
  const start = performance.now();
  if (task.kind === 'insert') {
    const { bytes, places } = insertTask(task);
    return { result: bytes, places, ms: performance.now() - start };
  }
  if (task.kind === 'properties') {
    const { pdf, pages } = finishPdf(task.pdf, task.properties, task.pages);
    return { result: pdf, pages, ms: performance.now() - start };
  }
  if (task.kind === 'merge') {
    const { pdf, warnings } = await mergeLabelled(task, ask);
    return { result: pdf, warnings, ms: performance.now() - start };
  }
  if (task.kind === 'fields') {
    const { pdf, warnings } = await placeFields(task);
    return { result: pdf, warnings, ms: performance.now() - start };
  }
  if (task.kind === 'split') {
    const parts = await splitForeign(task);
    return { result: new Uint8Array(), parts, ms: performance.now() - start };
  }
  const result = await work(task);
  return { result, ms: performance.now() - start };
}

/** Work that takes long leaves the processors to browsers that print, and work on long documents to all others. */
function lowerPriority(task: PdfTask): void {
  const { browser, longRunning } = niceValues;
  // On Linux 0 is this thread. Elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(0, isLarge(task) ? longRunning : browser);
}

async function work(
  task: Exclude<PdfTask, { kind: 'insert' | 'properties' | 'merge' | 'fields' | 'split' }>,
): Promise<Uint8Array> {
  switch (task.kind) {
    case 'compact':
      return compactPdf(task.pdf, task.properties, task.pages);
    case 'tag':
      return await tagPrinted({ pdf: Buffer.from(task.pdf), links: task.links, isAlone: true });
    case 'pages':
      return Buffer.from(JSON.stringify(readPrintedPages(task.pdf)));
    case 'sheets':
      return finishSheets(task.pdf, task.sheets);
    case 'overlay':
      return layOverPages(task.pdf, task.overlay, task.places);
    case 'underlay':
      return await applyBase(task.pdf, task.base, task.password);
    case 'stamp':
      return await applyLayers(task);
    case 'protect':
      return protectPdf(task.pdf, task.protection);
    case 'arrange':
      return await arrangeForeign(task);
    case 'join':
      return await joinForeign(task);
    case 'describe':
      return Buffer.from(JSON.stringify(await describeForeign(task)));
  }
}

async function mergeLabelled(
  {
    documents,
    names,
    standards,
    eInvoice,
    pages,
    pagesOfEach,
    protection,
    isProtectedLater,
    key,
    isStamped,
  }: Extract<PdfTask, { kind: 'merge' }>,
  ask: AskForStamps,
): Promise<LabelledMerge> {
  const merge = startMerge();
  for (const [index, pdf] of documents.entries()) {
    const [name, selection] = [names?.[index], pagesOfEach?.[index]];
    const place = { field: `${name}.pages`, name };
    const selectPages =
      selection === undefined ? undefined : (count: number) => resolvePages(selection, count, place);
    merge.add(key ? openProtected(pdf, key) : pdf, { name, selectPages });
  }
  // The thread ends with the deadline of the request.
  const deadline = new Deadline(maxMergeMs);
  const labels = {
    parts: merge.parts,
    asked: standards,
    eInvoice,
    pages,
    date: new Date(),
    deadline,
    protection,
    isProtectedLater,
    stamp: isStamped ? ask : undefined,
  };
  return await labelMerged(merge.finish(), labels).finally(() => deadline.close());
}
