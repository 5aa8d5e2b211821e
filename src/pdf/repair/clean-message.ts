/** The messages to and from the thread that reads untrusted PDFs. */
import type { PdfFailure } from '../threads/pdf-failure.ts';

export interface CleanedForm {
  /** Whether it asks viewers to draw its fields (`NeedAppearances`). */
  readonly leavesDrawing: boolean;
}

export interface CleanTask {
  readonly pdf: Uint8Array;
  readonly password: string | undefined;
  /** Rejects a user password that its author has not permitted everything. */
  readonly needsOwner: boolean;
}

export type PdfWarningCode =
  /** The signatures covered the original bytes. They are removed; their appearance stays. */
  | 'signed'
  /** The file opens without a password, but its author restricted what may be done with it. */
  | 'restricted'
  /** The file was damaged. Nothing that its pages need was lost. */
  | 'repaired'
  /** The file also contained an XFA form. Its pages and their fields stay. */
  | 'xfa'
  /** Fields have values that no font can draw. */
  | 'undrawn';

export interface PdfWarning {
  readonly code: PdfWarningCode;
  readonly message: string;
}

export type CleanResult =
  | {
      readonly pdf: Uint8Array<ArrayBuffer>;
      readonly wasEncrypted: boolean;
      readonly form: CleanedForm | undefined;
      readonly warnings: readonly PdfWarning[];
    }
  | PdfFailure;
