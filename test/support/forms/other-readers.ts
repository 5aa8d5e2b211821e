/** Form fields as other readers find them. */
import { askPython } from '../judges/ask-python.ts';

/** The value of a field as a reader gives it: states of buttons are names of appearances. */
type ReadValue = string | boolean | readonly string[] | null;

export interface OtherReading {
  /** What qpdf finds wrong with the file. */
  readonly faults: readonly string[];
  /** Keys of objects that would run something. */
  readonly scripts: readonly string[];
  /** By the name of the reader, and that of the field. */
  readonly values: Readonly<Record<string, Readonly<Record<string, ReadValue>>>>;
}

export const readByOthers = (python: string, pdfs: readonly Uint8Array[]): Promise<readonly OtherReading[]> =>
  askPython({ python, program: 'read-fields.py', pdfs });
