/** Reads PDFs with pdf.js. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';

GlobalWorkerOptions.workerSrc = new URL('./pdfjs/pdf.worker.mjs', import.meta.url).href;

/** Where pdf.js finds a document: an address, or bytes, which it takes away. */
export type PdfSource = { readonly url: string } | { readonly data: Uint8Array };

/** The document stays open until the task is destroyed. */
export const loadPdf = (source: PdfSource): PDFDocumentLoadingTask =>
  getDocument({ ...source, disableRange: true, disableStream: true });

/** Resolves to what `read` makes of a document, which is open meanwhile. Rejects with what pdf.js or `read` throw. */
export async function readPdf<Result>(
  bytes: Uint8Array,
  read: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const task = loadPdf({ data: bytes.slice() });
  try {
    return await read(await task.promise);
  } finally {
    task.destroy();
  }
}
