/** The state that the page that draws PDFs keeps between calls; its HTML creates it. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface DrawingState {
  readonly pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs');
  readonly documents: Map<string, PDFDocumentProxy>;
  /** The images that were made last. */
  images?: readonly Blob[] | undefined;
}

declare global {
  var drawing: Promise<DrawingState>;
}
