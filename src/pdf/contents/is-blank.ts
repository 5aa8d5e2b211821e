/** Whether a PDF as Chromium writes it shows nothing on any page. */
import { containsText } from '#runtime/find-text';
import { getPages } from '../document/page-tree.ts';
import { PdfStream, toList } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';

/** The operators that paint without a font or an external object (ISO 32000-2, annex A). */
const paintOperator = /(?:^|\s)(?:f\*?|F|B\*?|b\*?|S|s|sh|BI)(?:\s|$)/;
const drawnObjects = ['/Type /Font\n', '/XObject', '/Annots'];

/** Costs a search for almost all documents, because almost all have text. Throws `malformed`. */
export async function isBlank(pdf: Buffer): Promise<boolean> {
  for (const name of drawnObjects) if (await containsText(pdf, name)) return false;
  const file = new PdfReader(pdf);
  for (const { dict } of getPages(file)) {
    for (const value of toList(dict.get('Contents'))) {
      const stream = file.resolve(value);
      if (!(stream instanceof PdfStream)) continue;
      if (paintOperator.test(Buffer.from(file.decode(stream)).toString('latin1'))) return false;
    }
  }
  return true;
}
