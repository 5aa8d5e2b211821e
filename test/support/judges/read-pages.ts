/** What other readers show of the pages of PDFs. */
import { askPython } from './ask-python.ts';

/** What a reader makes of a file: texts, pixels and contents of its pages, as values to compare. Null if it does not open it. */
export type Reading = Readonly<Record<string, readonly unknown[]>> | null;

/** By name of the reader. */
export const readPages = (
  python: string,
  pdfs: readonly Uint8Array[],
): Promise<readonly Readonly<Record<string, Reading>>[]> =>
  askPython({ python, program: 'read-pages.py', pdfs });
