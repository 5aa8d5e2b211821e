/**
 * The steps of a render that read or rewrite a whole PDF, or check one. With a large file each takes seconds: a server that
 * must answer others meanwhile does them in other threads (`server/rendering/pdf-work.ts`).
 */

import type { NumberedControls, PlacedControls } from '#forms';
import {
  compactPdf,
  type FileProtection,
  finishPdf,
  layOverPages,
  type OverlaySheet,
  PdfError,
  type PrintedPages,
  type PrintedPdf,
  type Properties,
  protectPdf,
  readPrintedPages,
  tagPrinted,
} from '#pdf';
import { type InsertTask, insertTask } from '#pdf/large-pdf/insert-streams';
import type { PrintedSheet } from '#pdf/overlay/finish-sheets';
import { placeSignatureFields } from '#pdf/signing/place-signature-fields';
import type { InsertedPdf } from '#pdf/writing/find-deferred';
import type { Deadline } from '#runtime/deadline';
import { applyBase } from '#template/base-pdf';
import type { CheckEInvoice } from '#template/embedded-invoice';
import type { CheckConformance } from './requested-standards.ts';
import type { StampTask } from './stamp/apply-layers.ts';

export interface OverlayTask {
  readonly pdf: Uint8Array;
  readonly overlay: Uint8Array;
  readonly places: readonly (readonly OverlaySheet[])[];
}

export interface SheetsTask {
  readonly pdf: Uint8Array;
  readonly sheets: readonly PrintedSheet[];
}

export interface FieldsTask {
  readonly pdf: Uint8Array;
  readonly controls: NumberedControls;
}

export interface UnderlayTask {
  readonly pdf: Uint8Array;
  readonly base: Uint8Array;
  /** The password of a base that is encrypted. */
  readonly password?: string | undefined;
}

export interface FinishTask {
  readonly pdf: Uint8Array;
  readonly properties: Properties;
  /** The indexes of those that are left. Default: all. */
  readonly pages?: readonly number[] | undefined;
}

/** All steps throw the errors of the function that they name, and those of the deadline. */
export interface PdfWork {
  /** In bytes. Only of smaller PDFs may the thread that renders read more than these steps do. */
  readonly maxBytesHere: number;
  /** `readPrintedPages` */
  readPages(pdf: Buffer, deadline: Deadline): Promise<PrintedPages>;
  /** `tagPrinted` */
  completeTags(printed: PrintedPdf, deadline: Deadline): Promise<Uint8Array>;
  /** `placeFields` */
  placeFields(task: FieldsTask, deadline: Deadline): Promise<PlacedControls>;
  /** `finishSheets` */
  finishSheets(task: SheetsTask, deadline: Deadline): Promise<Uint8Array>;
  /** `layOverPages` */
  layOver(task: OverlayTask, deadline: Deadline): Promise<Buffer>;
  /** `applyBase` */
  layUnder(task: UnderlayTask, deadline: Deadline): Promise<Uint8Array>;
  /** `applyLayers` */
  stamp(task: StampTask, deadline: Deadline): Promise<Uint8Array>;
  /** `compactPdf` */
  compact(task: FinishTask, deadline: Deadline): Promise<Uint8Array>;
  /** `finishPdf`: sets the properties without making the file smaller, and counts its pages. */
  setProperties(
    task: FinishTask,
    deadline: Deadline,
  ): Promise<{ readonly pdf: Uint8Array; readonly pages: number }>;
  /** `protectPdf` */
  protect(pdf: Uint8Array, protection: FileProtection, deadline: Deadline): Promise<Uint8Array>;
  /** `insertTask` */
  insertStreams(task: InsertTask, deadline: Deadline): Promise<InsertedPdf>;
  /** Called while the browser prints a document that `checkConformance` is going to check. */
  prepareCheck(): void;
  readonly checkConformance: CheckConformance;
  readonly checkEInvoice: CheckEInvoice;
}

/** Makes the fields for signatures, and those of controls. Throws `malformed`, `too_large`. */
export async function placeFields({ pdf, controls }: FieldsTask): Promise<PlacedControls> {
  const signable = await placeSignatureFields(pdf);
  if (controls.length === 0) return { pdf: signable, warnings: [] };
  return (await import('#forms')).placeControls(signable, new Map(controls));
}

/** For a process that has nothing else to do. */
export const pdfWorkInThisThread: PdfWork = {
  maxBytesHere: Number.POSITIVE_INFINITY,
  readPages: async (pdf) => readPrintedPages(pdf),
  completeTags: tagPrinted,
  placeFields,
  finishSheets: async ({ pdf, sheets }) =>
    (await import('#pdf/overlay/finish-sheets')).finishSheets(pdf, sheets),
  layOver: async ({ pdf, overlay, places }) => layOverPages(pdf, overlay, places),
  layUnder: ({ pdf, base, password }) => applyBase(pdf, base, password),
  stamp: async (task) => (await import('./stamp/apply-layers.ts')).applyLayers(task),
  compact: async ({ pdf, properties, pages }) => compactPdf(pdf, properties, pages),
  setProperties: async ({ pdf, properties, pages }) => finishPdf(pdf, properties, pages),
  protect: async (pdf, protection) => protectPdf(pdf, protection),
  insertStreams: async (task) => insertTask(task),
  prepareCheck() {
    import('#conformance').catch(() => {});
  },
  async checkConformance(pdf, levels) {
    const { checkConformance } = await import('#conformance');
    try {
      return checkConformance(pdf, { levels });
    } catch (error) {
      if (error instanceof PdfError) return { unreadable: error.message };
      throw error;
    }
  },
  checkEInvoice: async (xml) => (await import('#e-invoice')).checkEInvoice(xml),
};
