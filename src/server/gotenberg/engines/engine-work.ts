/** What the handlers do with PDFs: in the threads that work on them, and with the browser for stamps. */
import { Failure } from '#contract/errors';
import type { PrintedPages } from '#pdf';
import { prepareStamping } from '#render/stamp/prepare-stamping';
import type { Deadline } from '#runtime/deadline';
import type { Stamp } from '#template/model/stamp';
import type { ArrangeTask, PdfDescription } from '../../rendering/foreign-pdf.ts';
import { runPdfTask, runTimedPdfTask } from '../../rendering/pdf-thread.ts';
import { type GotenbergCall, GotenbergError, type OutputFile } from '../answer.ts';
import type { SplitFields, StampField, StampKind } from './read-fields.ts';
import { imageStamp, textStamp } from './stamp-html.ts';

export interface EngineTools {
  readonly call: GotenbergCall;
  readonly deadline: Deadline;
}

/**
 * Runs the work when it is the turn of the team. `isContinued`: of a request that had its first turn. Throws `GotenbergError`,
 * also for what is wrong with a PDF or cannot be done with it, and `Failure`.
 */
export async function inTurn<Result>(
  { call: { context, team }, deadline }: EngineTools,
  work: () => Promise<Result>,
  { isContinued = false }: { readonly isContinued?: boolean } = {},
): Promise<Result> {
  try {
    return await context.queue.run(team.id, deadline.signal, work, { isContinued });
  } catch (error) {
    const isRequest =
      error instanceof Failure &&
      ['invalid_pdf', 'invalid_option', 'not_conforming', 'invalid_e_invoice'].includes(error.code);
    if (!isRequest) throw error;
    // The findings say what would have to change.
    const findings = error.code === 'not_conforming' ? Object.values(error.errors ?? {}).flat() : [];
    const text = [error.message, ...findings.filter((finding) => !error.message.includes(finding))].join(
      '\n',
    );
    throw new GotenbergError(400, text, { cause: error });
  }
}

/** A part of the body of a request would be sent to a thread together with the whole body. */
const alone = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/** What is changed, and in which way: see `ArrangeTask`. */
export async function arrange(
  { name, bytes }: OutputFile,
  changes: ArrangeTask['changes'],
  deadline: Deadline,
): Promise<OutputFile> {
  const pdf = await runPdfTask({ kind: 'arrange', name, pdf: alone(bytes), changes }, deadline);
  return { name, bytes: pdf };
}

export async function describe({ name, bytes }: OutputFile, deadline: Deadline): Promise<PdfDescription> {
  const json = await runPdfTask({ kind: 'describe', name, pdf: alone(bytes) }, deadline);
  return JSON.parse(Buffer.from(json).toString()) as PdfDescription;
}

/** In their order. */
export async function join(files: readonly OutputFile[], deadline: Deadline): Promise<Uint8Array> {
  const documents = files.map(({ bytes }) => alone(bytes));
  return await runPdfTask({ kind: 'join', documents, names: files.map(({ name }) => name) }, deadline);
}

/** `a.pdf` becomes `a_0.pdf`, `a_1.pdf`; of unified pages, it stays one file. */
export async function split(
  file: OutputFile,
  { mode, span, unify }: SplitFields,
  deadline: Deadline,
): Promise<readonly OutputFile[]> {
  if (mode === '') return [file];
  if (mode === 'pages' && unify) return [await arrange(file, { pages: span }, deadline)];
  const { name, bytes } = file;
  const pages = mode === 'pages' ? span : undefined;
  const rule = { kind: 'every', pages: mode === 'pages' ? 1 : Number(span) } as const;
  const task = { kind: 'split', name, pdf: alone(bytes), pages, rule } as const;
  const { parts = [] } = await runTimedPdfTask(task, deadline);
  const stem = name.replace(/\.[^.]*$/, '');
  return parts.map((part, index) => ({ name: `${stem}_${index}.pdf`, bytes: part }));
}

/** Draws watermarks under the pages and stamps over them, in their order. The PDF is one that a thread has written. */
export async function stamp(
  files: readonly OutputFile[],
  fields: readonly (readonly [StampKind, readonly StampField[]])[],
  { call, deadline }: EngineTools,
): Promise<readonly OutputFile[]> {
  const stamps = fields.flatMap(([kind, list]) => list.map((field, i) => toStamp(field, kind, i)));
  if (stamps.length === 0) return files;
  const { browserPool: browser, fill, pdfWork, config } = call.context;
  const draw = await prepareStamping(stamps, {
    browser,
    deadline,
    fill,
    owner: String(call.team.id),
    allowHosts: config.allowHosts,
    work: { readPages: readForeignPages, stamp: pdfWork.stamp },
  });
  const stamped: OutputFile[] = [];
  for (const { name, bytes } of files) stamped.push({ name, bytes: (await draw(bytes)).pdf });
  return stamped;
}

/** A stranger's PDF is never read in the thread of the server, however small it is. */
async function readForeignPages(pdf: Buffer, deadline: Deadline): Promise<PrintedPages> {
  const json = await runPdfTask({ kind: 'pages', pdf: alone(pdf) }, deadline);
  return JSON.parse(Buffer.from(json).toString()) as PrintedPages;
}

function toStamp(
  { source, expression, pages, look, file }: StampField,
  kind: StampKind,
  index: number,
): Stamp {
  const place = {
    name: `${kind}.${index}`,
    isUnder: kind === 'watermark',
    pages: pages === '' ? undefined : pages,
    pagesField: `${kind}Pages`,
  };
  if (source === 'text') return { ...place, content: { html: textStamp(expression, look) } };
  const bytes = file?.bytes ?? new Uint8Array();
  return {
    ...place,
    content: source === 'pdf' ? { pdf: alone(bytes) } : { html: imageStamp(bytes, look) },
  };
}
