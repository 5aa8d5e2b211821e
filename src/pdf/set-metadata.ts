/**
 * Writes the document's properties to both Info and XMP. Chromium writes only Info, with its own user agent as the
 * creator and an address as the title of a page that has none.
 */
import { createHash } from 'node:crypto';
import { isPdf2, type Metadata, type MetadataKey, pdfuaPart } from '#contract/documents';
import { type Attachment, attach } from './attach.ts';
import { isAddress } from './document/document-title.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './object.ts';
import { formatPdfDate } from './pdf-date.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import { applyStandards, type ObjectTarget } from './standards/apply-standards.ts';
import { type Standards, toInvoiceAttachment } from './standards/standards.ts';
import { decodeTextString, encodeText, wellFormed } from './text-string.ts';
import { IncrementalUpdate } from './writing/incremental-update.ts';
import { documentInfo } from './xmp/document-info.ts';
import { writeXmp } from './xmp/write-xmp.ts';

export interface MetadataOptions {
  /** Date of creation and modification, stored to the second. */
  readonly date: Date;
  /** The language of the document (BCP 47). Default: that of the file. */
  readonly language?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The standards that the file claims to conform to from then on. The caller checks that it does. */
  readonly standards?: Standards | undefined;
}

/** The arguments of `setMetadata`, for operations that also change other parts of the file. */
export interface Properties extends MetadataOptions {
  readonly metadata: Metadata;
}

type Property = MetadataKey | 'producer';

const infoKeys: Readonly<Record<Property, string>> = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  creator: 'Creator',
  producer: 'Producer',
};

/** Matches Chromium's user agent as creator: complete, or (headless shell) its first word. */
const browser = /^(?:Mozilla\/|Chromium$|(?:Headless)?Chrome\b)/;

const headerStart = '%PDF-';
/** What a file of PDF 2.0 says of its version. */
export const pdf2Version = '2.0';

/** Bytes hashed into `/ID`: the tail holds the positions of all objects, the head holds the dates. */
const identifyingHeadLength = 4 * 1024;
const identifyingTailLength = 64 * 1024;

/**
 * Sets the properties in an incremental update. The existing bytes stay unchanged, and apart from the copy the time
 * does not depend on the size.
 *
 * A missing key keeps the value of the file, unless that is an address as title or the browser as creator. A text
 * without visible characters removes the property.
 *
 * Throws `PdfError`.
 */
export function setMetadata(pdf: Uint8Array, metadata: Metadata, options: MetadataOptions): Uint8Array {
  const whole = Buffer.concat([pdf, metadataUpdate(pdf, metadata, options)]);
  if (isPdf2(options.standards))
    whole.write(pdf2Version, whole.indexOf(headerStart) + headerStart.length, 'latin1');
  return whole;
}

/** Returns the bytes that `setMetadata` appends, for callers that write the file in parts. Throws `PdfError`. */
export function metadataUpdate(pdf: Uint8Array, metadata: Metadata, options: MetadataOptions): Uint8Array {
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
  const update = new IncrementalUpdate(file);
  const properties = { ...options, metadata };
  const { info, catalog, xmp } = described(file, properties);
  addParts(file, update, catalog, properties);
  const infoRef = isPdf2(options.standards) ? null : put(update, file.trailer.get('Info'), info);
  catalog.set('Metadata', put(update, catalog.get('Metadata'), xmp));
  update.replace(root, catalog);
  return update.bytes(
    new Map<string, PdfValue>([
      ['Info', infoRef],
      ['ID', fileIdentifiers(file, info)],
    ]),
  );
}

interface Described {
  /** A file of PDF 2.0 has the same in its XMP alone. */
  readonly info: PdfDict;
  /** The caller sets `/Metadata` to the reference of `xmp`. */
  readonly catalog: PdfDict;
  readonly xmp: PdfStream;
}

/** Returns the new Info, catalog and XMP. The file's own objects stay unchanged. */
export function described(file: PdfReader, properties: Properties): Described {
  const { info, texts } = changedInfo(file, properties);
  const catalog: PdfDict = new Map(file.catalog);
  if (texts.title !== undefined) {
    // Makes viewers show the title, as PDF/UA requires.
    const preferences: PdfDict = new Map(file.dict(catalog, 'ViewerPreferences'));
    catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', true));
  }
  if (isPdf2(properties.standards)) catalog.delete('Version');
  if (properties.language !== undefined) catalog.set('Lang', encodeText(properties.language));
  const xmp = new PdfStream(
    new Map<string, PdfValue>([
      ['Type', new PdfName('Metadata')],
      ['Subtype', new PdfName('XML')],
    ]),
    // Uncompressed, for programs that search for the packet without parsing PDF.
    Buffer.from(writeXmp({ ...texts, date: properties.date }, properties.standards), 'utf8'),
  );
  return { info, catalog, xmp };
}

/**
 * Adds what the catalog refers to beside the properties: attachments, and the parts that standards need. Throws
 * `malformed`, `too_large`.
 */
export function addParts(
  file: PdfReader,
  target: ObjectTarget,
  catalog: PdfDict,
  { attachments = [], standards, date }: MetadataOptions,
): void {
  const invoice = standards?.eInvoice;
  const files = [...(invoice ? [toInvoiceAttachment(invoice, date)] : []), ...attachments];
  // PDF/UA-2 asks for a description of each (8.14.1).
  const described =
    pdfuaPart(standards?.pdfua) === 2 ? files.map((each) => ({ description: each.name, ...each })) : files;
  attach(file, target, catalog, described);
  if (standards) applyStandards(file, target, catalog, standards);
}

type Texts = { [key in Property]?: string };

/** The new Info dictionary and its texts. */
function changedInfo(file: PdfReader, { metadata, date }: Properties): { info: PdfDict; texts: Texts } {
  const info = documentInfo(file);
  const texts: Texts = {};
  for (const property of Object.keys(infoKeys) as Property[]) {
    const infoKey = infoKeys[property];
    const inFile = file.string(info, infoKey);
    // The producer stays that of the file: the version of Chromium's PDF writer.
    const wanted = property === 'producer' ? undefined : metadata[property];
    const text = metadataText(wanted ?? defaultText(property, inFile && decodeTextString(inFile)));
    if (text === undefined) {
      info.delete(infoKey);
    } else {
      info.set(infoKey, encodeText(text));
      texts[property] = text;
    }
  }
  info.set('CreationDate', new PdfString(formatPdfDate(date)));
  info.set('ModDate', new PdfString(formatPdfDate(date)));
  return { info, texts };
}

function defaultText(property: Property, inFile = ''): string {
  if (property === 'title' && isAddress(inFile)) return '';
  if (property === 'creator' && (inFile === '' || browser.test(inFile))) return 'pdfapi';
  return inFile;
}

/** Replaces the old object if there was one. */
export function put(update: IncrementalUpdate, old: PdfValue | undefined, value: PdfValue): PdfRef {
  if (!(old instanceof PdfRef)) return update.add(value);
  update.replace(old, value);
  return old;
}

/** The first identifier stays for the life of a file, the second changes with it (ISO 32000-2, 14.4). */
export function fileIdentifiers(file: PdfReader, info: PdfDict): PdfValue[] {
  const { bytes } = file;
  const hash = createHash('md5')
    .update(String(bytes.length))
    .update(bytes.subarray(0, identifyingHeadLength))
    .update(bytes.subarray(-identifyingTailLength));
  for (const value of info.values()) if (value instanceof PdfString) hash.update(value.bytes);
  const current = new PdfString(hash.digest().toString('latin1'));
  const original = file.array(file.trailer, 'ID')?.[0];
  return [original instanceof PdfString ? original : current, current];
}

/** Control characters except tab and line feed, and the two code points that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * Makes a text of a foreign file, or of the page that was printed, valid in both Info and XML, so that the two agree; a
 * caller's text was checked before (`propertyFault`). Returns undefined for a text without a
 * visible character, because such a property is omitted.
 */
function metadataText(text: string): string | undefined {
  const clean = wellFormed(text).replace(/\r\n?/g, '\n').replace(unwritable, '');
  return clean.trim() === '' ? undefined : clean;
}
