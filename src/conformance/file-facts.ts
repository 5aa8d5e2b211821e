/** Facts about a file, beside its levels, that a report shows to people. */
import { isDict, isNamed, type PdfDict, PdfStream, type PdfValue } from '#pdf/object';
import { findInvoiceFiles } from '#pdf/standards/claimed-invoice';
import { readXmp } from '#pdf/xmp/read-xmp';
import { labelOf } from './fonts/simple-font.ts';
import type { CheckedDocument } from './model/checked-document.ts';

/** An electronic invoice inside the PDF. */
interface AttachedInvoice {
  /** `factur-x.xml`, for example. */
  readonly name: string;
  /** Its `AFRelationship`, such as `Alternative`. */
  readonly relationship: string | undefined;
  /** Undefined if the file in the PDF is damaged. */
  readonly xml: Uint8Array | undefined;
  /** Its description in the XMP; undefined if there is none. */
  readonly label: InvoiceDescription | undefined;
}

interface InvoiceDescription {
  /** `fx:DocumentFileName`. */
  readonly fileName: string | undefined;
  /** `fx:ConformanceLevel`, such as `EN 16931`. */
  readonly profile: string | undefined;
}

export interface FileFacts {
  /** `1.7`, for example. */
  readonly version: string;
  readonly pages: number;
  /** Whether it is encrypted. It opens without a password, or it could not be checked. */
  readonly isEncrypted: boolean;
  /** Without usage rights, by which Adobe's programs recognize forms of their own (ISO 32000-1, 12.8.2.3). */
  readonly signatures: number;
  /** Names of fonts without a program, sorted. */
  readonly fontsNotEmbedded: readonly string[];
  readonly invoice: AttachedInvoice | undefined;
}

/** Never throws for what the file says. */
export function readFileFacts(document: CheckedDocument): FileFacts {
  const { file } = document;
  return {
    version: file.version,
    pages: document.pages.length,
    isEncrypted: file.isEncrypted,
    // A forged signature may lack what makes it one, and still be shown by the field that holds it.
    signatures: Math.max(
      document.objects.filter(({ value }) => isSignature(document, value)).length,
      document.objects.filter(({ value }) => isSignedField(document, value)).length,
    ),
    fontsNotEmbedded: findFontsNotEmbedded(document),
    invoice: findInvoice(document),
  };
}

function isSignature({ file, catalog }: CheckedDocument, value: PdfValue): boolean {
  if (!isDict(value) || !Array.isArray(file.get(value, 'ByteRange')) || !value.has('Contents')) return false;
  const permissions = file.dict(catalog, 'Perms');
  return !permissions || !['UR', 'UR3'].some((key) => file.get(permissions, key) === value);
}

const isSignedField = ({ file }: CheckedDocument, value: PdfValue): boolean =>
  isDict(value) && isNamed(file.get(value, 'FT'), 'Sig') && isDict(file.get(value, 'V'));

const programKeys = ['FontFile', 'FontFile2', 'FontFile3'];

function findFontsNotEmbedded(document: CheckedDocument): string[] {
  const names = new Set<string>();
  for (const { value } of document.objects) {
    if (!isDict(value) || !isNamed(document.file.get(value, 'Type'), 'Font')) continue;
    // The program of a composite font belongs to its descendant; glyphs of Type 3 are contents.
    if (['Type0', 'Type3'].includes(document.nameAt(value, 'Subtype') ?? '')) continue;
    const descriptor = document.file.dict(value, 'FontDescriptor');
    const isEmbedded = programKeys.some((key) => descriptor && document.file.get(descriptor, key) !== null);
    if (!isEmbedded) names.add(labelOf(document.nameAt(value, 'BaseFont')));
  }
  return [...names].sort();
}

function findInvoice(document: CheckedDocument): AttachedInvoice | undefined {
  const [found] = findInvoiceFiles(document.file, document.catalog);
  if (!found) return undefined;
  const { name, specification } = found;
  return {
    name,
    relationship: document.nameAt(specification, 'AFRelationship'),
    xml: readEmbeddedFile(document, specification),
    label: readInvoiceDescription(document),
  };
}

/** The XMP namespaces of Factur-X (ZUGFeRD 2.1 and later), ZUGFeRD 2.0 and ZUGFeRD 1.0. */
const labelNamespaces = new Set([
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
]);

function readInvoiceDescription(document: CheckedDocument): InvoiceDescription | undefined {
  const metadata = document.file.get(document.catalog, 'Metadata');
  if (!(metadata instanceof PdfStream)) return undefined;
  const { properties } = readXmp(document.decode(metadata) ?? new Uint8Array());
  const own = properties.filter(({ namespace }) => labelNamespaces.has(namespace));
  if (own.length === 0) return undefined;
  const textOf = (wanted: string) => own.find(({ name }) => name === wanted)?.value;
  return { fileName: textOf('DocumentFileName'), profile: textOf('ConformanceLevel') };
}

function readEmbeddedFile(document: CheckedDocument, specification: PdfDict): Uint8Array | undefined {
  const { file } = document;
  const files = file.dict(specification, 'EF');
  const stream = files && (file.get(files, 'UF') ?? file.get(files, 'F'));
  const bytes = stream instanceof PdfStream ? document.decode(stream) : undefined;
  // A copy, which can leave the thread alone.
  return bytes && Uint8Array.from(bytes);
}
