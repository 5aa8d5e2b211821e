/** Draws over the content of a page. */
import { listContents } from '../document/page-contents.ts';
import type { Page } from '../document/page-tree.ts';
import { type PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import { mendedContents } from './mended-contents.ts';

export interface OverTarget {
  /** Adds an object to the file that is written. */
  add(value: PdfValue): PdfRef;
  /** The stream that `saveState` makes, once for all pages. */
  readonly save: PdfRef;
}

export const saveState = (): PdfStream => new PdfStream(new Map(), Buffer.from('q\n'));

/**
 * Returns the contents of the page with the drawing over them, in the coordinates of the page whatever its content does to them. The
 * streams of an ordinary page stay as they are. `number`: of the page, from 1, for the error.
 *
 * Throws `unsupported` for content that cannot be read, `too_large`.
 */
export function drawnOver(
  file: PdfReader,
  { page, number }: { readonly page: Page; readonly number: number },
  drawing: string,
  { add, save }: OverTarget,
): PdfValue[] {
  const own = listContents(file, page);
  const { content, isChanged, closing } = readable(number, () => mendedContents(file, own));
  const streams = isChanged ? [add(compressedStream(content))] : own;
  return [save, ...streams, add(new PdfStream(new Map(), Buffer.from(`\n${closing}Q\n${drawing}`)))];
}

function readable<Result>(number: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'unsupported') throw error;
    const message = `The content of page ${number} has a filter that is not known here, so that nothing can be drawn over it. Save the PDF again with the program that made it.`;
    throw new PdfError('unsupported', message, { cause: error });
  }
}
