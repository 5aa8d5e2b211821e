/**
 * Prints a document with a long table, list or text in parts and joins them. It takes time and memory in proportion to the document, so
 * that a server runs it in a thread.
 */

import type { PrintedDocument, PrintJob } from '#browser/browser';
import { Failure } from '#contract/errors';
import { PdfError } from '#pdf';
import type { Deadline } from '#runtime/deadline';
import type { Assets } from '#template/model/template';
import { mergeFindings } from '../paged/overlay/merge-findings.ts';
import {
  CannotDivide,
  countRows,
  IsShort,
  type LongDocument,
  type RowUnit,
  unitOf,
} from './long-document.ts';
import { type PartJoiner, startPartJoiner } from './part-joiner.ts';
import type { PartPrinter } from './part-printer.ts';
import { type LongDocumentOptions, type OnProgress, printLongDocument } from './print-long-document.ts';
import { findLongDocument } from './reading/find-long-document.ts';

/** The facts about a document that a thread needs. */
export interface PartsTask extends Pick<PrintJob, 'html' | 'styles' | 'scripts' | 'needsPasses' | 'tags'> {
  readonly baseUrl: string | undefined;
  /** See `mayHaveLongTable`. */
  readonly mayHaveTable: boolean;
  /** See `LongDocumentTools`. */
  readonly minRows?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxRows?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly pagesAtOnce?: number | undefined;
}

export interface PartsTools {
  readonly printer: PartPrinter;
  readonly assets: Assets;
  readonly deadline: Deadline;
  readonly onProgress: OnProgress;
}

export type PrintedParts =
  | {
      /** Its PDF has complete links and tags. */
      readonly printed: PrintedDocument;
      /** Problems of the PDF, one sentence each. */
      readonly problems: readonly string[];
      readonly parts: number;
      readonly rows: number;
      readonly unit: RowUnit;
    }
  /** It has to be printed whole. `isShort`: because nothing in it is long. */
  | {
      readonly reason: string;
      readonly rows?: number | undefined;
      readonly unit: RowUnit;
      readonly isShort: boolean;
    };

/** Facts about a document that may have to be printed whole. */
interface Known {
  rows?: number;
  unit: RowUnit;
}

/** Throws `memory_limit`, and the errors of the printer and of the deadline. */
export async function printParts(task: PartsTask, tools: PartsTools): Promise<PrintedParts> {
  const known: Known = { unit: task.mayHaveTable ? 'rows' : 'items' };
  try {
    return await divide(task, tools, known);
  } catch (error) {
    const isUnlike = error instanceof PdfError && error.code === 'unsupported';
    if (!(error instanceof CannotDivide) && !isUnlike) throw error;
    return { ...known, reason: error.message, isShort: error instanceof IsShort };
  }
}

async function divide(
  {
    baseUrl,
    mayHaveTable,
    minRows,
    minItems,
    maxRows,
    pagesAtOnce,
    maxBytes = Number.POSITIVE_INFINITY,
    tags,
    ...job
  }: PartsTask,
  { printer, assets, deadline, onProgress }: PartsTools,
  known: Known,
): Promise<PrintedParts> {
  const table = await findLongDocument({ ...job, assets }, { mayHaveTable, minRows, minItems });
  const rows = countRows(table);
  known.rows = rows;
  known.unit = unitOf(table);
  const joiner = startPartJoiner({ tags, baseUrl }, deadline);
  try {
    const printed = await printAndJoin(table, joiner, {
      printer,
      deadline,
      maxRows,
      pagesAtOnce,
      maxBytes,
      onProgress,
    });
    return { ...printed, ...known, rows };
  } finally {
    await joiner.close();
  }
}

interface JoinOptions
  extends Pick<LongDocumentOptions, 'printer' | 'deadline' | 'maxRows' | 'pagesAtOnce' | 'onProgress'> {
  readonly maxBytes: number;
}

async function printAndJoin(table: LongDocument, joiner: PartJoiner, { maxBytes, ...options }: JoinOptions) {
  const problems = new Set<string>();
  let first: PrintedDocument | undefined;
  let parts = 0;
  let bytes = 0;
  const timings = { browser: 0, load: 0, print: 0 };
  await printLongDocument(table, {
    ...options,
    async onPart(part) {
      const added = await joiner.add(part);
      bytes += added.bytes;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      for (const problem of added.problems) problems.add(problem);
      const { printed } = part;
      first = first
        ? { ...first, findings: mergeFindings(first.findings, printed.findings) }
        : { ...printed, pdf: noPdf };
      for (const key of ['browser', 'load', 'print'] as const) timings[key] += printed.timings[key];
      parts++;
    },
  });
  if (!first) throw new CannotDivide('it has no rows');
  const done = { links: undefined, linkTexts: undefined, headingTexts: undefined, language: undefined };
  const own = { pdf: await joiner.finish(), ...done };
  return { printed: { ...first, ...own, timings }, problems: [...problems], parts };
}

const noPdf = Buffer.alloc(0);

const tooLarge = (maxBytes: number) =>
  new Failure('memory_limit', `The PDF has more than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`, {
    hint: 'Print it as several documents.',
  });
