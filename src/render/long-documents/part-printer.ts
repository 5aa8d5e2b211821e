/** Prints the parts of one document. What divides the document may be in another thread. */
import type { Browser, PrintedDocument, PrintJob } from '#browser/browser';
import { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { Deadline } from '#runtime/deadline';
import { addCounters } from './page-scripts/add-counters.ts';
import { fillPageBefore } from './page-scripts/fill-page-before.ts';
import { findBoxReason } from './page-scripts/find-box-reason.ts';
import { findPartRows } from './page-scripts/find-part-rows.ts';
import { markRows } from './page-scripts/mark-rows.ts';
import { measureColumns } from './page-scripts/measure-columns.ts';
import { numberItems } from './page-scripts/number-items.ts';
import { readCounterValues } from './page-scripts/read-counter-values.ts';
import { readCounters } from './page-scripts/read-counters.ts';
import type { MarkedRows, MarkOptions, MeasuredColumns, MeasureOptions } from './part-layout.ts';

/** Everything but the HTML is that of the document. What is passed and returned can be sent to another thread. */
export interface PartPrinter {
  /** Lays rows out, without printing them. */
  measure(html: string, options: MeasureOptions): Promise<MeasuredColumns>;
  /** Marks the rows of a part and prints them. If they have a `reason`, the PDF is empty. */
  print(html: string, options: MarkOptions): Promise<MarkedPart>;
}

export interface MarkedPart {
  readonly printed: PrintedDocument;
  readonly marked: MarkedRows;
}

/** Its functions throw the errors of `Browser.print`. */
export function createPartPrinter(browser: Browser, job: PrintJob, deadline: Deadline): PartPrinter {
  const shared = { ...job, isFollowed: true, isPart: true, onPrinted: undefined, needsPasses: true };
  return {
    async measure(html, options) {
      let measured: MeasuredColumns | undefined;
      const measuring = {
        ...shared,
        html,
        // Pictures are not in the PDF, which is empty.
        deferred: undefined,
        tags: false,
        measureContrast: false,
        listFonts: false,
        passes: async (page) => {
          await page.emulatePrint(job.paper);
          const { counters, hasCounters, lead, end } = options;
          if (counters.length > 0) await page.call(addCounters, [scriptParts, counters]);
          // Before rows are hidden, which do not count then.
          const read = hasCounters
            ? await page.call(readCounters, [scriptParts, { lead, count: end - lead }])
            : undefined;
          const found = await page.call(measureColumns, [scriptParts, options]);
          measured = { ...found, reason: read?.reason ?? found.reason, counters: read };
          await page.emulatePrint(undefined);
          return noPdf;
        },
      } satisfies PrintJob as PrintJob;
      await browser.print(measuring, deadline);
      return measured ?? { reason: 'its columns cannot be measured', wider: [] };
    },
    async print(html, options) {
      let marked: MarkedRows | undefined;
      const marking = {
        ...shared,
        html,
        passes: async (page) => {
          const { counters } = options;
          if (counters.length > 0) await page.call(addCounters, [scriptParts, counters]);
          marked = await page.call(markRows, [scriptParts, options]);
          return marked.reason ? noPdf : await page.print();
        },
      } satisfies PrintJob as PrintJob;
      const printed = await browser.print(marking, deadline);
      return { printed, marked: marked ?? unmarked };
    },
  };
}

const scriptParts = {
  unclobberedDocument,
  findPartRows,
  findBoxReason,
  fillPageBefore,
  numberItems,
  readCounterValues,
};
const noPdf = Buffer.alloc(0);

const unmarked: MarkedRows = {
  reason: 'its rows have no places',
  names: [],
  headRows: 0,
  footRows: 0,
  widths: [],
};
