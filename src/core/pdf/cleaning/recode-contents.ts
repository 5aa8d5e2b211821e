/** Page contents with old filters (LZW, ASCII85 and others), which our own reader does not undo, get today's. */
import {
  decodePDFRawStream,
  PDFArray,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';

/** Short names of filters, which belong into contents only, and which viewers accept everywhere. */
const fullNames: ReadonlyMap<unknown, PDFName> = new Map(
  Object.entries({
    A85: 'ASCII85Decode',
    AHx: 'ASCIIHexDecode',
    Fl: 'FlateDecode',
    LZW: 'LZWDecode',
    RL: 'RunLengthDecode',
  }).map(([short, full]) => [PDFName.of(short), PDFName.of(full)]),
);

export function recodeContents(document: PDFDocument): void {
  const { context } = document;
  for (const page of document.getPages()) {
    const contents = page.node.get(PDFName.of('Contents'));
    const listed = context.lookup(contents);
    const refs = listed instanceof PDFArray ? listed.asArray() : [contents];
    for (const ref of refs) {
      const stream = ref instanceof PDFRef ? context.lookup(ref) : undefined;
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
      const filters = filtersOf(stream).map((name) => fullNames.get(name) ?? name);
      if (filters.every((name) => name === PDFName.of('FlateDecode'))) continue;
      stream.dict.set(PDFName.of('Filter'), context.obj(filters));
      context.assign(ref, context.flateStream(decodePDFRawStream(stream).decode()));
    }
  }
}

function filtersOf({ dict }: PDFRawStream): PDFObject[] {
  const filter = dict.lookup(PDFName.of('Filter'));
  return filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
}
