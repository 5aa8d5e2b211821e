/** Turns two prints of the same document into identical bytes. */

import { rewriteFile } from './copying/rewrite-file.ts';
import { StructureIdNumbers } from './document/structure-id-numbers.ts';
import { type PdfDict, PdfStream, PdfString } from './object.ts';
import { formatPdfDate } from './pdf-date.ts';
import { PdfReader } from './reading/reader.ts';
import type { Properties } from './set-metadata.ts';
import { formatXmpDate } from './xmp/write-xmp.ts';

export interface ReproducibleOptions {
  /** Replaces every date of the document's properties. Stored to the second. */
  readonly date: Date;
  /** Also compacts the file like `compactPdf`. Default: false. */
  readonly compact?: boolean;
  /** Also sets the properties like `setMetadata`. */
  readonly properties?: Properties;
  /** Leaves only the pages with these indexes, from 0 on and in this order. Default: all. */
  readonly pages?: readonly number[] | undefined;
}

const xmpDates = /((?:xmp|xap):(?:CreateDate|ModifyDate|MetadataDate)(?:>|\s*=\s*["']))[^<"']*/g;

/**
 * Rewrites the whole file without what differs from run to run: dates, Chromium's names for table cells, and `/ID`,
 * which is derived from the content instead. Apply it last, because a later change adds a new revision.
 *
 * Throws `PdfError`.
 */
export function makeReproducible(
  pdf: Uint8Array,
  { date, compact = false, properties, pages }: ReproducibleOptions,
): Uint8Array {
  const file = new PdfReader(pdf);
  fixXmpDates(file, date);
  fixInfoDates(file.dict(file.trailer, 'Info'), date);
  return rewriteFile(file, { compact, properties, pages, renameId: new StructureIdNumbers().forDocument() });
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
