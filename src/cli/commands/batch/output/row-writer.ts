/** Writes the file of a row: its PDF. See `image-writer.ts` for images of its pages. */
import { LargePdf, type PdfContent } from '#pdf/large-pdf/large-pdf';
import { writePdfFile } from '../../../io/output.ts';
import type { ShutdownHooks } from '../../../shutdown.ts';
import type { MadeRow } from './row-destination.ts';

export type RowOutput = Pick<MadeRow, 'path' | 'images'>;

interface RowToWrite {
  /** Closed by the writer if it is a `LargePdf`. */
  readonly pdf: PdfContent;
  /** As the pattern of the names returns it. */
  readonly path: string;
  readonly overwrite: boolean;
  readonly cancel: AbortSignal;
  /** Called with the path of each file before it is written. Throws for a path that the row may not have. */
  readonly reserve: (path: string) => void;
}

export interface RowWriter {
  /** Part of what a finished row is recognized by. Undefined for a PDF. */
  readonly fingerprint: string | undefined;
  /** The files of a row that has so many images, or a PDF. */
  finished(path: string, images: number): RowOutput;
  /** Files that the row may get, as far as they are known before it is rendered. */
  expected(path: string): readonly string[];
  /** Returns the bytes of all files of the row. */
  write(row: RowToWrite): Promise<RowOutput & { readonly bytes: number }>;
}

export const pathsOf = ({ path, images = [] }: RowOutput): readonly string[] =>
  path === undefined ? images.map((image) => image.path) : [path];

export const pdfWriter = (shutdown: ShutdownHooks): RowWriter => ({
  fingerprint: undefined,
  finished: (path) => ({ path }),
  expected: (path) => [path],
  async write({ pdf, path, overwrite, cancel, reserve }) {
    try {
      cancel.throwIfAborted();
      reserve(path);
      await writePdfFile(path, pdf, { overwrite, shutdown });
    } finally {
      if (pdf instanceof LargePdf) await pdf.close();
    }
    return { path, bytes: pdf.length };
  },
});
