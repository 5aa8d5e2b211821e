import type { PdfRef, PdfValue } from '../object.ts';

/** Copies values of one file into what is written. */
export interface ValueCopier {
  /** Adds a new object with the value, and later the objects it refers to. */
  copy(value: PdfValue): PdfRef;
}
