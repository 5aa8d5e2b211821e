/** Runs in a thread that checks finished PDFs and the XML of e-invoices. */

import type { ConformanceLevel } from '#conformance';
import { type ConformanceReport, checkConformance } from '#conformance';
import { checkEInvoice } from '#e-invoice';
import { PdfError } from '#pdf';
import type { CheckedPdf } from '#render/requested-standards';
import { serveTasks } from '#runtime/serve-tasks';
import type { CheckedEInvoice } from '#template/embedded-invoice';

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
