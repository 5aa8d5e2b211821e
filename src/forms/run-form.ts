/** Reads and fills forms of untrusted PDFs in a separate thread. */

import type { JsonObject } from '#contract/json';
import { runOnPdf } from '#pdf/threads/run-on-pdf';
import type {
  DrawResult,
  DrawTask,
  FillResult,
  FlattenTask,
  FormFillOptions,
  FormFillTask,
  ListResult,
  ListTask,
  OpenOptions,
} from './form-task.ts';

interface FormThread<Options> {
  readonly options: Options;
  /** Milliseconds. Default: that of `threadLimits`. */
  readonly limitMs?: number | undefined;
}

/**
 * Throws `PdfError`: `encrypted` without the right password, `malformed`, `unsupported` for a form that is XFA alone,
 * `too_large`, `timeout`.
 */
export const listFormInThread = async (
  pdf: Uint8Array,
  { options, limitMs }: FormThread<OpenOptions>,
): Promise<ListResult> =>
  await run<ListTask, ListResult>({ kind: 'list', pdf, ...options }, { work: 'Reading the form', limitMs });

/**
 * Throws what `listFormInThread` throws, and `unsupported` for a signed PDF whose signatures filling would break.
 */
export const fillFormInThread = async (
  pdf: Uint8Array,
  data: JsonObject,
  { options, limitMs }: FormThread<FormFillOptions>,
): Promise<FillResult> =>
  await run<FormFillTask, FillResult>(
    { kind: 'fill', pdf, data, ...options },
    { work: 'Filling the form', limitMs },
  );

/** Throws what `drawForm` throws. */
export const drawFormInThread = async (
  pdf: Uint8Array,
  { options, limitMs }: FormThread<Pick<DrawTask, 'which'>>,
): Promise<DrawResult> =>
  await run<DrawTask, DrawResult>({ kind: 'draw', pdf, ...options }, { work: 'Drawing the form', limitMs });

/**
 * Makes fields, comments and stamps of a PDF that `cleanPdf` returned a part of its pages; links stay. Throws `PdfError`.
 *
 * @example
 * const { pdf, undrawn } = await flattenInThread(cleaned.pdf);
 */
export const flattenInThread = async (pdf: Uint8Array): Promise<DrawResult> =>
  await run<FlattenTask, DrawResult>(
    { kind: 'flatten', pdf },
    { work: 'Flattening the PDF', limitMs: undefined },
  );

const run = async <Task extends { readonly pdf: Uint8Array }, Result extends object>(
  task: Task,
  { work, limitMs }: { readonly work: string; readonly limitMs: number | undefined },
): Promise<Result> => await runOnPdf<Result>(task, { thread: [import.meta.url, 'form'], work, limitMs });
