/** Writes a PDF of any size to a file. */
import { type WriteOptions, writeFileAtomically } from '#contract/files/atomic-write';
import { LargePdf, type PdfContent } from './large-pdf.ts';

/** Complete or not at all; closes the PDF. Throws `file_unwritable`, `file_exists`, and `file_unreadable` for its parts. */
export async function writePdf(
  path: string,
  pdf: PdfContent,
  options: WriteOptions = { overwrite: true },
): Promise<void> {
  if (!(pdf instanceof LargePdf)) return await writeFileAtomically(path, pdf, options);
  try {
    await writeFileAtomically(path, pdf.chunks(), options);
  } finally {
    await pdf.close();
  }
}
