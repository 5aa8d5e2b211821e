/** Reads the PDFs of `pdfapi merge`: into memory, or if they are large together, without their pictures. */

import { PdfError } from '#pdf';
import { isLargeInput, type ReadLargeFileOptions, readLargeFile } from '#pdf/large-pdf/read-large-file';
import type { InputPasswords } from '../../inputs/input-passwords.ts';
import { lockedFailure, readPdfFile } from '../../inputs/input-pdf.ts';
import { statPath } from '../../io/stat-path.ts';
import type { Session } from '../../session.ts';
import type { MergeDocumentsOptions } from './merge-documents.ts';
import type { PdfItem, SourceItem } from './merge-items.ts';

type InputReaderOptions = Omit<ReadLargeFileOptions, 'passwords'> & { readonly passwords: InputPasswords };

/** The function that it returns throws what `readPdfFile` and `readLargeFile` throw, and `invalid_pdf` for a locked file. */
export function inputReader(
  session: Session,
  items: readonly (SourceItem | PdfItem)[],
  { passwords, ...options }: InputReaderOptions,
): MergeDocumentsOptions['readPdf'] {
  const sizes = new Map<string, number>();
  for (const item of items) if (item.kind === 'pdf' && item.isFile) sizes.set(item.file, sizeOf(item.file));
  const all = items.reduce((sum, item) => sum + (item.kind === 'pdf' ? (sizes.get(item.file) ?? 0) : 0), 0);
  const readLarge = async (item: PdfItem, needsDrawings: boolean, isAhead: boolean) => {
    const candidates = isAhead ? await passwords.of(item.file) : passwords.candidates(item);
    try {
      return await readLargeFile(item.file, { ...options, needsDrawings, passwords: candidates });
    } catch (error) {
      throw error instanceof PdfError ? lockedFailure(item.text, error, passwords) : error;
    }
  };
  return async (item, { signal, isRepeated, isAhead = false }) => {
    const isLarge = isLargeInput(sizes.get(item.file) ?? 0, all);
    // A stream that looks like a drawing may be one that a merge has to read, so a second read keeps drawings.
    const large = isLarge ? await readLarge(item, options.needsDrawings || isRepeated, isAhead) : undefined;
    return large?.skeleton ?? (await readPdfFile(session, item, signal));
  };
}

const sizeOf = (path: string): number => statPath(path)?.size ?? 0;
