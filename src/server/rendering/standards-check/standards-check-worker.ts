/** Runs in a thread that checks finished PDFs and the XML of e-invoices. */
import { type ConformanceReport, checkConformance } from '../../../core/conformance/index.ts';
import type { ConformanceLevel } from '../../../core/conformance/levels.ts';
import { checkEInvoice } from '../../../core/e-invoice/index.ts';
import { PdfError } from '../../../core/pdf/index.ts';
import type { CheckedPdf } from '../../../core/render/requested-standards.ts';
import type { CheckedEInvoice } from '../../../core/template/embedded-invoice.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';

/** The report on a PDF, or why there is none. */
export type DescribedPdf = ConformanceReport | Extract<CheckedPdf, { readonly unreadable: string }>;

export type StandardsTask =
  /** Without levels, those that the file claims. */
  | { readonly pdf: Uint8Array; readonly levels: readonly ConformanceLevel[] | undefined }
  | { readonly xml: string };

serveTasks((task: StandardsTask): DescribedPdf | CheckedEInvoice => {
  if ('xml' in task) return checkEInvoice(task.xml);
  try {
    return checkConformance(task.pdf, { levels: task.levels });
  } catch (error) {
    if (error instanceof PdfError) return { unreadable: error.message };
    throw error;
  }
});
