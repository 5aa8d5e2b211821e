/** Reads the PDFs of `pdfapi merge`: into memory, or if they are large together, without their pictures. */
import {
  isLargeInput,
  type ReadLargeFileOptions,
  readLargeFile,
} from '../../../core/large-pdf/read-large-file.ts';
import { readPdfFile } from '../../inputs/input-pdf.ts';
import { statPath } from '../../io/stat-path.ts';
import type { Session } from '../../session.ts';
import type { MergeDocumentsOptions } from './merge-documents.ts';
import type { FolderItem, PdfItem } from './merge-items.ts';

/** The function that it returns throws what `readPdfFile` and `readLargeFile` throw. */
export function inputReader(
  session: Session,
  items: readonly (FolderItem | PdfItem)[],
  options: ReadLargeFileOptions,
): MergeDocumentsOptions['readPdf'] {
  const sizes = new Map<string, number>();
  for (const item of items) if (item.kind === 'pdf' && item.isFile) sizes.set(item.file, sizeOf(item.file));
  const all = items.reduce((sum, item) => sum + (item.kind === 'pdf' ? (sizes.get(item.file) ?? 0) : 0), 0);
  return async (item, { signal, isRepeated }) => {
    const isLarge = isLargeInput(sizes.get(item.file) ?? 0, all);
    // What looks like a drawing may have been something that a merge has to read.
    const needsDrawings = options.needsDrawings || isRepeated;
    const skeleton = isLarge ? await readLargeFile(item.file, { ...options, needsDrawings }) : undefined;
    return skeleton ?? (await readPdfFile(session, item, signal));
  };
}

const sizeOf = (path: string): number => statPath(path)?.size ?? 0;
