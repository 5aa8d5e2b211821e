/** The e-invoice of a finished file: the files that are named as one, and the label in the XMP. */
import { nameTreeEntries } from '../document/name-tree.ts';
import { isDict, type PdfDict, PdfName, PdfRef } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';

/** What the XMP says about the invoice, in words that can be written again as they are. */
export interface InvoiceLabel {
  /** `factur-x.xml`, or `xrechnung.xml`. */
  readonly fileName: string;
  /** The profile: `MINIMUM`, `BASIC WL`, `BASIC`, `EN 16931`, `EXTENDED`, `XRECHNUNG`. */
  readonly profile: string;
}

/** The names that Factur-X, ZUGFeRD and XRechnung give the file. */
const invoiceNames = new Set(['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml']);

/** An attached file with the name of an invoice. */
interface InvoiceFile {
  readonly name: string;
  /** Undefined if the specification is no object of its own. */
  readonly ref: PdfRef | undefined;
  readonly specification: PdfDict;
}

/** Each file once: first those of the document, then those that the catalog relates to it. Throws `malformed`. */
export function findInvoiceFiles(file: PdfReader, catalog: PdfDict): readonly InvoiceFile[] {
  const names = file.dict(catalog, 'Names');
  const attached = [...nameTreeEntries(file, names?.get('EmbeddedFiles'))].map(([, value]) => value);
  const found = new Map<PdfDict, InvoiceFile>();
  for (const item of [...attached, ...(file.array(catalog, 'AF') ?? [])]) {
    const specification = file.resolve(item);
    if (!isDict(specification)) continue;
    const text = file.string(specification, 'UF') ?? file.string(specification, 'F');
    const name = text && decodeTextString(text);
    if (!name || !invoiceNames.has(name.toLowerCase())) continue;
    found.set(specification, { name, ref: item instanceof PdfRef ? item : undefined, specification });
  }
  return [...found.values()];
}

/**
 * Returns the PDF with its invoices as files like any other, whose relationship to the document is not known (ISO 19005-3,
 * 6.8): no part of it is an e-invoice any more. Throws `malformed`.
 */
export function withPlainInvoices(pdf: Uint8Array): Uint8Array {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  for (const { ref, specification } of findInvoiceFiles(file, file.catalog)) {
    if (ref) update.replace(ref, specification.set('AFRelationship', new PdfName('Unspecified')));
  }
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/** Any version: Factur-X (ZUGFeRD 2.1 and later), ZUGFeRD 2.0 and ZUGFeRD 1.0. */
const anyInvoice = /\burn:(?:factur-x|zugferd|ferd):pdfa:CrossIndustryDocument:invoice:/;

/** The version that pdfapi writes. */
const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** An element or an attribute with any prefix. */
const patterns = {
  fileName: /:DocumentFileName(?:\s*=\s*["']|>)\s*([\w.-]{1,60})\s*[<"']/,
  profile: /:ConformanceLevel(?:\s*=\s*["']|>)\s*([A-Z0-9](?:[A-Z0-9 ]{0,18}[A-Z0-9])?)\s*[<"']/,
};

/** Undefined without a label of an invoice; `unknown` for one of another version, or one that is damaged. */
export function readInvoiceLabel(xmp: string): InvoiceLabel | 'unknown' | undefined {
  if (!anyInvoice.test(xmp)) return undefined;
  const fileName = patterns.fileName.exec(xmp)?.[1];
  const profile = patterns.profile.exec(xmp)?.[1];
  return fileName && profile && xmp.includes(facturX) ? { fileName, profile } : 'unknown';
}
