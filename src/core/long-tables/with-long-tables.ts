/** A browser that prints the long table, list or text of one document in parts. */
import { Failure } from '../../contract/errors.ts';
import type { Browser, PageFindings } from '../browser/browser.ts';
import type { Deadline } from '../deadline.ts';
import { attachFindings, getFindings } from '../findings.ts';
import { mergeFindings } from '../paged/overlay/merge-findings.ts';
import type { CompletedPdf } from '../printed/complete-printed.ts';
import type { TimedDocument } from '../timeout/timeout-advice.ts';
import type { RowUnit } from './long-table.ts';
import { mayHaveLongTable } from './may-have-long-table.ts';
import { createPartPrinter } from './part-printer.ts';
import { type PartsTask, type PartsTools, type PrintedParts, printParts } from './print-parts.ts';

/** Which way a document with a long table, list or text was printed. */
export interface LongTableOutcome {
  /** 1: it was printed whole. */
  readonly parts: number;
  /** Of the table, or items of the list or blocks of the text. Undefined if it is not known. */
  readonly rows?: number | undefined;
  /** Of a table: rows. */
  readonly unit: RowUnit;
  /** Why it was printed whole: a clause. */
  readonly reason?: string | undefined;
}

/** Of the tools of a render. */
export interface LongTableTools extends Pick<PartsTools, 'onProgress'> {
  /** Rows from which on a table is long, and rows of a part at the most. */
  readonly minRows?: number | undefined;
  /** Items from which on a list or a text is long. */
  readonly minItems?: number | undefined;
  readonly maxRows?: number | undefined;
  /** Of the PDF. Default: unlimited. */
  readonly maxBytes?: number | undefined;
  /** Pages of the browser that the document may use at the same time. Default: 2. */
  readonly pagesAtOnce?: number | undefined;
  /** Divides the document and joins its parts. Default: in this thread. */
  readonly printParts?: PrintParts | undefined;
}

/** See `printParts`. */
export type PrintParts = (task: PartsTask, tools: PartsTools) => Promise<PrintedParts>;

interface Options extends LongTableTools {
  /** The HTML of the document that may be divided. */
  readonly html: string;
  readonly baseUrl: string | undefined;
}

export interface DividingBrowser extends Browser {
  /** What the document was printed as last. */
  readonly outcome: LongTableOutcome | undefined;
  /** The document, if it was printed in parts: they are completed one by one. */
  readonly completed: CompletedPdf | undefined;
}

export function withLongTables(
  browser: Browser,
  { onProgress = () => {}, printParts: print = printParts, ...options }: Options,
): DividingBrowser {
  let outcome: LongTableOutcome | undefined;
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
      let printedRows: TimedDocument['printed'];
      const printing = print(
        { ...options, styles, scripts, needsPasses, tags },
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
        // Of the whole document, and not of the part that is being printed.
        get document() {
          return { html: job.html, scripts: false, tags, printed: printedRows };
        },
      };
      const step = mayHaveLongTable(job.html, options.minRows)
        ? 'printing the rows of a table'
        : 'printing the parts of a long text';
      const result = await deadline.race(step, printing, detail).catch((error) => {
        throw findings ? attachFindings(error, findings) : error;
      });
      const { rows, unit } = result;
      if ('reason' in result) {
        completed = undefined;
        outcome = undefined;
        if (result.isShort) return await browser.print(job, deadline);
        outcome = { parts: 1, ...(rows === undefined ? {} : { rows }), unit, reason: result.reason };
        try {
          return await browser.print(job, deadline);
        } catch (error) {
          throw printedWhole(error, outcome);
        }
      }
      const { printed, problems, parts } = result;
      outcome = { parts, rows, unit };
      completed = { pdf: printed.pdf, problems };
      return printed;
    },
    get outcome() {
      return outcome;
    },
    get completed() {
      return completed;
    },
  };
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
function printedWhole(error: unknown, { unit, reason }: LongTableOutcome): unknown {
  if (!(error instanceof Failure) || !['timeout', 'memory_limit', 'page_failed'].includes(error.code))
    return error;
  const { code, message, hint, errors, location, facts } = error;
  const explained = `${message} Its long ${unit === 'rows' ? 'table' : 'text'} was not printed in parts, because ${reason}.`;
  const failure = new Failure(code, explained, { hint, errors, location, facts, cause: error });
  const findings = getFindings(error);
  return findings ? attachFindings(failure, findings) : failure;
}
