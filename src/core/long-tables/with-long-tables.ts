/** A browser that prints the long table of one document in parts. */
import type { Browser, PrintedDocument, PrintJob } from '../browser/browser.ts';
import type { Deadline } from '../deadline.ts';
import { mergeFindings } from '../paged/overlay/merge-findings.ts';
import { PdfError, startJoining } from '../pdf/index.ts';
import { findLongTable } from './find-long-table.ts';
import { CannotDivide, countRows } from './long-table.ts';
import { printLongTable } from './print-long-table.ts';

/** Which way a document with a long table was printed. */
export interface LongTableOutcome {
  /** 1: it was printed whole. */
  readonly parts: number;
  /** Of the table. Undefined if it is not known. */
  readonly rows?: number | undefined;
  /** Why it was printed whole: a clause. */
  readonly reason?: string | undefined;
}

/** Of the tools of a render. */
export interface LongTableTools {
  /** Rows from which on a table is long, and rows of a part at the most. */
  readonly minRows?: number | undefined;
  readonly maxRows?: number | undefined;
  /** Called when rows are printed. */
  readonly onProgress?: ((rows: number, of: number) => void) | undefined;
}

interface Options extends LongTableTools {
  /** The HTML of the document that may be divided. */
  readonly html: string;
  /** Completes a part as the document would be. */
  finishPart(printed: PrintedDocument): Promise<Uint8Array>;
}

export interface DividingBrowser extends Browser {
  /** What the document was printed as last. */
  readonly outcome: LongTableOutcome | undefined;
}

export function withLongTables(browser: Browser, options: Options): DividingBrowser {
  let outcome: LongTableOutcome | undefined;
  return {
    ...browser,
    async print(job, deadline) {
      if (job.html !== options.html) return await browser.print(job, deadline);
      const known: { rows?: number } = {};
      try {
        const { printed, parts } = await printParts(browser, job, { options, deadline, known });
        outcome = { parts, ...known };
        return printed;
      } catch (error) {
        const isUnlike = error instanceof PdfError && error.code === 'unsupported';
        if (!(error instanceof CannotDivide) && !isUnlike) throw error;
        outcome = { parts: 1, ...known, reason: error.message };
        return await browser.print(job, deadline);
      }
    },
    get outcome() {
      return outcome;
    },
  };
}

async function printParts(
  browser: Browser,
  job: PrintJob,
  {
    options: { minRows, maxRows, onProgress, finishPart },
    deadline,
    known,
  }: { readonly options: Options; readonly deadline: Deadline; readonly known: { rows?: number } },
): Promise<{ printed: PrintedDocument; parts: number }> {
  const table = await findLongTable(job, minRows);
  known.rows = countRows(table);
  const joining = startJoining();
  let first: PrintedDocument | undefined;
  let parts = 0;
  const timings = { browser: 0, load: 0, print: 0 };
  await printLongTable(table, job, {
    browser,
    deadline,
    maxRows,
    onProgress,
    async onPart({ printed, ...place }) {
      joining.add({ ...place, pdf: await finishPart(printed) });
      const { findings } = printed;
      const { pdf: _, ...rest } = printed;
      first = first
        ? { ...first, findings: mergeFindings(first.findings, findings) }
        : { ...rest, pdf: noPdf };
      for (const key of ['browser', 'load', 'print'] as const) timings[key] += printed.timings[key];
      parts++;
    },
  });
  if (!first) throw new CannotDivide('it has no rows');
  const own = { pdf: joining.finish(), links: undefined, linkTexts: undefined, language: undefined };
  return { printed: { ...first, ...own, timings }, parts };
}

const noPdf = Buffer.alloc(0);
