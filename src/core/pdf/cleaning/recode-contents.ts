/** Page contents with old filters (LZW, ASCII85 and others), which our own reader does not undo, get today's. */
import {
  decodePDFRawStream,
  PDFArray,
  type PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';

export function recodeContents(document: PDFDocument): void {
  const { context } = document;
  for (const page of document.getPages()) {
    const contents = page.node.get(PDFName.of('Contents'));
    const listed = context.lookup(contents);
    const refs = listed instanceof PDFArray ? listed.asArray() : [contents];
    for (const ref of refs) {
      const stream = ref instanceof PDFRef ? context.lookup(ref) : undefined;
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream) || isReadable(stream)) continue;
      context.assign(ref, context.flateStream(decodePDFRawStream(stream).decode()));
    }
  }
}

function isReadable({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const names = filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
  return names.every((name) => name === PDFName.of('FlateDecode'));
}
