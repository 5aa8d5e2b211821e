/** Asks Chromium for the PDF of a page as it is now, and explains its errors. */
import { Failure } from '#contract/errors';
import type { PageMargins } from '#contract/page';
import { type CdpSession, ProtocolError } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import type { PrepareTags } from '../content/tag-preparations.ts';
import { defaultMaxEmbeddedBytes } from '../page/pictures/picture-stand-ins.ts';
import { grownOptions, type printOptions } from '../paper/print-options.ts';
import { receivePdf } from './large/receive-pdf.ts';
import type { ReadJob } from './print-in-context.ts';

/** A PDF with larger images than Chromium should write ends here, before it fills the disk. */
const defaultMaxPdfBytes = 4 * 1024 * 1024 * 1024;

/** Options of a print that is read and thrown away. None of them moves what is on the pages. */
const draft = { generateTaggedPDF: false, generateDocumentOutline: false };

interface PdfRequest {
  readonly options: ReturnType<typeof printOptions>;
  /** See `PageToPrint.print`. */
  readonly edges: PageMargins | undefined;
  readonly isDraft: boolean;
  /** Bytes and characters of everything that the page shows. */
  readonly size: number;
  readonly prepareTags: PrepareTags | undefined;
  readonly world: IsolatedWorldId;
}

/** Throws `ProtocolError` if Chromium refuses, and the errors of `receivePdf`. */
export async function requestPdf(
  page: CdpSession,
  {
    deferred,
    maxEmbeddedBytes = defaultMaxEmbeddedBytes,
    maxPdfBytes = defaultMaxPdfBytes,
    onPrinting,
  }: ReadJob,
  { options, edges, isDraft, size, prepareTags, world }: PdfRequest,
): Promise<Buffer> {
  // Below that size, a stream takes more time than one message.
  const transferMode = deferred && size > maxEmbeddedBytes ? 'ReturnAsStream' : 'ReturnAsBase64';
  // Not awaited before the print is requested, so that it costs no round trip.
  const prepared = isDraft ? undefined : prepareTags?.(page, world);
  const grown = edges ? grownOptions(options, edges) : options;
  const answer = page.send('Page.printToPDF', { ...grown, ...(isDraft ? draft : {}), transferMode });
  onPrinting?.();
  const [{ data, stream }] = await Promise.all([answer, prepared]);
  if (stream === undefined || !deferred) return data;
  const limits = { maxBytesInMemory: maxEmbeddedBytes, maxBytes: maxPdfBytes };
  return await receivePdf(page, stream, { deferred, ...limits });
}

/** Throws `invalid_option` for margins that leave no room, `page_failed` for another refusal, and any other error as it is. */
export function explainPrinting(error: unknown): never {
  if (!(error instanceof ProtocolError)) throw error;
  if (/content area is empty|invalid print parameters/i.test(error.message)) {
    throw new Failure('invalid_option', 'The margins leave no room on the page.', {
      errors: { margins: ['The margins leave no room on the page.'] },
      cause: error,
    });
  }
  throw new Failure('page_failed', `The page could not be printed: ${error.message}`, {
    hint: 'Chromium fails on documents with thousands of pages; try --no-tags, or print in parts.',
    cause: error,
  });
}
