/** Finds the standards that a file claims to conform to, by its XMP. */
import { namesStandard, pdfaLevels, type StandardsSettings } from '#contract/documents';
import { PdfStream } from '../object.ts';
import { PdfReader } from '../reading/reader.ts';
import { type InvoiceLabel, readInvoiceLabel } from './claimed-invoice.ts';

export interface ClaimedStandards extends StandardsSettings {
  /** The label of an e-invoice; `unknown` for one that pdfapi does not write. */
  readonly invoice?: InvoiceLabel | 'unknown' | undefined;
}

/** An element or an attribute: `<pdfaid:part>2</pdfaid:part>`, `pdfaid:part="2"`. */
const patterns = {
  part: /\bpdfaid:part(?:\s*=\s*["']|>)\s*([1-9])/,
  level: /\bpdfaid:conformance(?:\s*=\s*["']|>)\s*([A-Za-z])/,
  accessible: /\bpdfuaid:part(?:\s*=\s*["']|>)\s*([1-9]\d*)/,
};

/** Any label, also those of parts that pdfapi does not write. */
const anyLabel = /\bpdf(?:a|ua|x|e|vt)id:|\burn:(?:factur-x|zugferd|ferd):|\/\/pdfa\.org\/declarations\//;

/** Levels that pdfapi does not make, such as PDF/A-1b, are left out. Throws `malformed`, `too_large`. */
export function claimedStandards(file: PdfReader): ClaimedStandards {
  const xmp = readXmp(file) ?? '';
  const { pdfa, pdfua } = findIdentification(xmp);
  return {
    pdfa: pdfaLevels.find((level) => level === pdfa),
    pdfua: pdfua === '2' ? 2 : pdfua === '1',
    invoice: readInvoiceLabel(xmp),
  };
}

/**
 * Whether the file claims PDF/A or PDF/UA, as far as pdfapi makes them. `fileKey`: of an encrypted one. Throws `PdfError`.
 */
export function hasClaims(pdf: Uint8Array, fileKey?: Uint8Array): boolean {
  return namesStandard(claimedStandards(new PdfReader(pdf, { fileKey })));
}

/** The parts of PDF/A and PDF/UA that an XMP packet names, whether or not pdfapi knows them. */
interface Identification {
  /** The part and, where one is named, the level, in lower case: `1b`, `4`, `4f`. */
  readonly pdfa?: string | undefined;
  /** The part. */
  readonly pdfua?: string | undefined;
}

/** Reads it from the text of the packet, which may be damaged as XML. */
export function findIdentification(xmp: string): Identification {
  const part = patterns.part.exec(xmp)?.[1];
  const level = patterns.level.exec(xmp)?.[1]?.toLowerCase() ?? '';
  return { pdfa: part && part + level, pdfua: patterns.accessible.exec(xmp)?.[1] };
}

/** Whether the XMP says that the file conforms to something. Throws `malformed`, `too_large`. */
export const hasLabel = (file: PdfReader): boolean => anyLabel.test(readXmp(file) ?? '');

function readXmp(file: PdfReader): string | undefined {
  const metadata = file.get(file.catalog, 'Metadata');
  return metadata instanceof PdfStream ? Buffer.from(file.decode(metadata)).toString('utf8') : undefined;
}
