/** The same document, printed twice, as the same bytes. */

import { renumberStructureIds } from './document/renumber-structure-ids.ts';
import { type PdfDict, PdfRef, PdfStream, PdfString } from './object.ts';
import { formatPdfDate } from './pdf-date.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import { copyObjects } from './writing/copy-objects.ts';
import { PdfWriter } from './writing/writer.ts';
import { formatXmpDate } from './xmp.ts';

export interface ReproducibleOptions {
  /** Every date of the document's properties becomes this one. Kept to the second. */
  readonly date: Date;
}

const xmpDates = /((?:xmp|xap):(?:CreateDate|ModifyDate|MetadataDate)(?:>|\s*=\s*["']))[^<"']*/g;

/**
 * The whole file written anew without what differs from run to run: dates, Chromium's names for table cells,
 * `/ID`, which is made from the content. Apply it last: to change the file afterwards adds a new revision.
 *
 * Throws `PdfError`.
 */
export function makeReproducible(pdf: Uint8Array, { date }: ReproducibleOptions): Uint8Array {
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an object of its own.');
  renumberStructureIds(file);
  fixXmpDates(file, date);
  const info = file.trailer.get('Info');
  fixInfoDates(file.dict(file.trailer, 'Info'), date);
  const writer = new PdfWriter(file.version);
  const [newRoot, newInfo] = copyObjects(file, writer, info instanceof PdfRef ? [root, info] : [root]);
  if (!newRoot) throw new Error('The catalog was not copied.');
  return writer.finish(newRoot, newInfo);
}

function fixInfoDates(info: PdfDict | undefined, date: Date): void {
  for (const key of ['CreationDate', 'ModDate']) {
    if (info?.has(key)) info.set(key, new PdfString(formatPdfDate(date)));
  }
}

function fixXmpDates(file: PdfReader, date: Date): void {
  const xmp = file.get(file.catalog, 'Metadata');
  if (!(xmp instanceof PdfStream)) return;
  const text = Buffer.from(file.decode(xmp)).toString('utf8');
  const fixed = text.replace(xmpDates, (_, start: string) => start + formatXmpDate(date));
  for (const key of ['Filter', 'DecodeParms']) xmp.dict.delete(key);
  xmp.data = Buffer.from(fixed, 'utf8');
}
