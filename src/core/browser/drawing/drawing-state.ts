/** What the page that draws PDFs keeps between calls; its HTML creates it. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface DrawingState {
  readonly pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs');
  readonly documents: Map<string, PDFDocumentProxy>;
  /** The image that was drawn last. */
  image?: Blob | undefined;
}

declare global {
  var drawing: Promise<DrawingState>;
}
