/** A browser that prints the long table, list or text of one document in parts. */

import type { Browser, PageFindings } from '#browser/browser';
import { attachFindings, getFindings } from '#browser/findings';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import type { TimedDocument } from '#runtime/timeout-advice';
import { mergeFindings } from '../paged/overlay/merge-findings.ts';
import type { CompletedPdf } from '../printed/complete-printed.ts';
import { printingSteps, type RowUnit } from './long-document.ts';
import { mayHaveLongTable } from './may-be-divided.ts';
import { createPartPrinter } from './part-printer.ts';
import { type PartsTask, type PartsTools, type PrintedParts, printParts } from './print-parts.ts';

interface LongPart {
  /** 1: it was printed whole. */
  readonly parts: number;
  /** Why it was printed whole: a clause. */
  readonly reason?: string | undefined;
}

/** Which way a document with a long table, list or text was printed. Counts are undefined if they are not known. */
export interface LongReport {
  readonly longTable?: (LongPart & { readonly rows?: number | undefined }) | undefined;
  /** Set for a list or a text of thousands of items or paragraphs. */
  readonly longText?: (LongPart & { readonly items?: number | undefined }) | undefined;
}

/** The tools of a render that concern long documents. */
export interface LongDocumentTools {
  readonly onProgress?: PartsTools['onProgress'] | undefined;
  /** Rows from which on a table is long, and rows of a part at the most. */
  readonly minRows?: number | undefined;
  /** Items from which on a list or a text is long. */
  readonly minItems?: number | undefined;
  readonly maxRows?: number | undefined;
  /** The most bytes of the PDF. Default: unlimited. */
  readonly maxBytes?: number | undefined;
  /** Pages of the browser that the document may use at the same time. Default: 2. */
  readonly pagesAtOnce?: number | undefined;
  /** Divides the document and joins its parts. Default: in this thread. */
  readonly printParts?: PrintParts | undefined;
}

/** See `printParts`. */
export type PrintParts = (task: PartsTask, tools: PartsTools) => Promise<PrintedParts>;

interface Options extends LongDocumentTools {
  /** The HTML of the document that may be divided. */
  readonly html: string;
  readonly baseUrl: string | undefined;
}

export interface DividingBrowser extends Browser {
  /** How the document was printed last. Empty if nothing in it is long. */
  readonly report: LongReport;
  /** The document, if it was printed in parts: they are completed one by one. */
  readonly completed: CompletedPdf | undefined;
}

export function withLongDocuments(
  browser: Browser,
  { onProgress = () => {}, printParts: print = printParts, ...options }: Options,
): DividingBrowser {
  let report: LongReport = {};
  let completed: CompletedPdf | undefined;
  return {
    ...browser,
    async print(job, deadline: Deadline) {
      if (job.webPage || job.html !== options.html) return await browser.print(job, deadline);
      const { styles, scripts, needsPasses, tags, assets } = job;
      let findings: PageFindings | undefined;
      const watched = withFindings(browser, (found) => {
        findings = findings ? mergeFindings(findings, found) : found;
      });
      const printer = createPartPrinter(watched, job, deadline);
      const mayHaveTable = mayHaveLongTable(job.html, options.minRows);
      let printedRows: TimedDocument['printed'];
      const printing = print(
        { ...options, mayHaveTable, styles, scripts, needsPasses, tags },
        {
          printer,
          assets,
          deadline,
          onProgress(done, of, unit) {
            printedRows = { done, of, unit };
            onProgress(done, of, unit);
          },
        },
      );
      const detail = {
        kind: 'printing' as const,
        // The whole document, and not the part that is being printed.
        get document() {
          return { html: job.html, scripts: false, tags, printed: printedRows };
        },
      };
      const result = await deadline
        .race(printingSteps[mayHaveTable ? 'rows' : 'items'], printing, detail)
        .catch((error) => {
          throw findings ? attachFindings(error, findings) : error;
        });
      const { rows, unit } = result;
      if ('reason' in result) {
        completed = undefined;
        report = result.isShort ? {} : toReport(unit, rows, { parts: 1, reason: result.reason });
        try {
          return await browser.print(job, deadline);
        } catch (error) {
          throw result.isShort ? error : printedWhole(error, unit, result.reason);
        }
      }
      const { printed, problems, parts } = result;
      report = toReport(unit, rows, { parts });
      completed = { pdf: printed.pdf, problems };
      return printed;
    },
    get report() {
      return report;
    },
    get completed() {
      return completed;
    },
  };
}

function toReport(unit: RowUnit, rows: number | undefined, part: LongPart): LongReport {
  const counted = rows === undefined ? part : { ...part, [unit]: rows };
  return unit === 'rows' ? { longTable: counted } : { longText: counted };
}

/** Calls `onFindings` with what the pages have shown, also if they fail. */
const withFindings = (browser: Browser, onFindings: (findings: PageFindings) => void): Browser => ({
  ...browser,
  async print(job, deadline) {
    try {
      const printed = await browser.print(job, deadline);
      onFindings(printed.findings);
      return printed;
    } catch (error) {
      const findings = getFindings(error);
      if (findings) onFindings(findings);
      throw error;
    }
  },
});

/** A print that took too long or too much memory might have been possible in parts. */
function printedWhole(error: unknown, unit: RowUnit, reason: string): unknown {
  if (!(error instanceof Failure) || !['timeout', 'memory_limit', 'page_failed'].includes(error.code))
    return error;
  const { code, message, hint, errors, location, facts } = error;
  const explained = `${message} Its long ${unit === 'rows' ? 'table' : 'text'} was not printed in parts, because ${reason}.`;
  const failure = new Failure(code, explained, { hint, errors, location, facts, cause: error });
  const findings = getFindings(error);
  return findings ? attachFindings(failure, findings) : failure;
}
