/** Apart from the metrics of the standard fonts, which take long to load. */
import { type PdfDict, PdfName, type PdfValue } from '#pdf/object';

/** A standard font (ISO 32000-2, 9.6.2.2) without its program, which viewers have. */
export const standardFontDict = (name: string): PdfDict =>
  new Map<string, PdfValue>([
    ['Type', new PdfName('Font')],
    ['Subtype', new PdfName('Type1')],
    ['BaseFont', new PdfName(name)],
    ['Encoding', new PdfName('WinAnsiEncoding')],
  ]);
