/** The PDF that a function of the library has made. */
import { describeFindings } from '#browser/findings';
import type { RenderReport } from '#render/render-request';

/** @example await writeFile('invoice.pdf', result.pdf); */
export interface PdfResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /**
   * Problems for the author of the document, one sentence each: resources that did not load, scripts that failed,
   * characters that no font has. Empty if all is well; with `strict`, each of them is an error instead.
   */
  readonly warnings: readonly string[];
  /** The PDF as a stream, for a `Response` or a file. Each call returns a new one. */
  stream(): ReadableStream<Uint8Array>;
}

/** A document that this process has rendered. */
export interface RenderedPdf extends PdfResult {
  /** Times in milliseconds, requests, messages of the console, fonts: what `--report` writes. */
  readonly report: RenderReport;
}

/** Bytes that `stream()` gives at a time. */
const chunkBytes = 64 * 1024;

export function pdfResult(pdf: Uint8Array, pages: number, warnings: readonly string[]): PdfResult {
  return { pdf, pages, warnings, stream: () => streamOf(pdf) };
}

export function renderedPdf(pdf: Uint8Array, report: RenderReport): RenderedPdf {
  return { ...pdfResult(pdf, report.pages, describeFindings(report)), report };
}

function streamOf(pdf: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < pdf.length) controller.enqueue(pdf.subarray(at, at + chunkBytes));
      else controller.close();
      at += chunkBytes;
    },
  });
}
