/** The messages to and from the threads that work on PDFs: a task, and its result. */
import type { StandardsSettings } from '#contract/documents';
import type { FileProtection } from '#pdf';
import type { InsertTask } from '#pdf/large-pdf/insert-streams';
import type { LinkText } from '#pdf/tagging/links';
import type { StreamPlace } from '#pdf/writing/find-deferred';
import type { FieldsTask, FinishTask, OverlayTask, SheetsTask, UnderlayTask } from '#render/pdf-work';
import type { StampTask } from '#render/stamp/apply-layers';
import type { ArrangeTask, DescribeTask, JoinPdfsTask, SplitTask } from './foreign-pdf.ts';

export type PdfTask =
  | {
      readonly kind: 'merge';
      readonly documents: readonly Uint8Array[];
      /** Name a document in an error. Default: `Document 3`. */
      readonly names?: readonly string[] | undefined;
      readonly standards?: StandardsSettings | undefined;
      /** The XML of an e-invoice for the whole file. */
      readonly eInvoice?: string | undefined;
      /** The selected pages of the merged file, and of each document. */
      readonly pages?: string | undefined;
      readonly pagesOfEach?: readonly (string | undefined)[] | undefined;
      /** Encrypts the merged file. */
      readonly protection?: FileProtection | undefined;
      /** Whether the caller encrypts the merged file instead. Default: false. */
      readonly isProtectedLater?: boolean | undefined;
      /** The documents are encrypted with this key. */
      readonly key?: Uint8Array | undefined;
      /** Whether `PdfTaskTools.stamp` stamps the merged file. Default: false. */
      readonly isStamped?: boolean | undefined;
    }
  | ({ readonly kind: 'compact' } & FinishTask)
  /** Sets properties only, and counts the pages. */
  | ({ readonly kind: 'properties' } & FinishTask)
  | { readonly kind: 'tag'; readonly pdf: Uint8Array; readonly links: readonly LinkText[] }
  /** The result is JSON of `PrintedPages`. */
  | { readonly kind: 'pages'; readonly pdf: Uint8Array }
  | ({ readonly kind: 'sheets' } & SheetsTask)
  | ({ readonly kind: 'overlay' } & OverlayTask)
  | ({ readonly kind: 'insert' } & InsertTask)
  | ({ readonly kind: 'underlay' } & UnderlayTask)
  | ({ readonly kind: 'stamp' } & StampTask)
  | ({ readonly kind: 'fields' } & FieldsTask)
  | { readonly kind: 'protect'; readonly pdf: Uint8Array; readonly protection: FileProtection }
  | ArrangeTask
  | SplitTask
  | JoinPdfsTask
  | DescribeTask;

export interface FinishedPdfTask {
  readonly result: Uint8Array;
  /** Where the data of a task of the kind `insert` belongs. */
  readonly places?: readonly StreamPlace[];
  /** The parts of a task of the kind `split`, whose `result` is empty. */
  readonly parts?: readonly Uint8Array[];
  /** How many pages the result of a task of the kind `properties` has. */
  readonly pages?: number;
  /** What the readers of the result of a task of the kind `merge` or `fields` are to know, as sentences. */
  readonly warnings?: readonly string[];
  /** Milliseconds that the task itself took. */
  readonly ms: number;
}

/** In bytes, as Chromium prints: 30 full pages. It takes less than a second. */
const largePdf = 4_000_000;

/** Whether a task takes long, and leaves the processors to all others. */
export function isLarge(task: PdfTask): boolean {
  const pdfs = 'documents' in task ? task.documents : [task.pdf];
  return pdfs.reduce((sum, { length }) => sum + length, 0) > largePdf;
}
