/**
 * The document's properties, in Info and in XMP alike. Chromium writes Info only, with its own user agent as the
 * creator and an address as the title of a page that has none.
 */
import { createHash } from 'node:crypto';
import type { Metadata, MetadataKey } from '../../contract/documents.ts';
import { isAddress } from './document/document-title.ts';
import { metadataText } from './metadata-text.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './object.ts';
import { formatPdfDate } from './pdf-date.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import { decodeText, encodeText } from './text-string.ts';
import { IncrementalUpdate } from './writing/incremental-update.ts';
import { writeXmp } from './xmp.ts';

export interface MetadataOptions {
  /** Of creation and of change. Kept to the second. */
  readonly date: Date;
  /** Over what the file says, which is the version of Chromium's PDF writer. */
  readonly producer?: string;
}

/** What `setMetadata` is given, where something else of the file changes too. */
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

/** As a creator: Chromium's user agent, whole or (headless shell) its first word. */
const browser = /^(?:Mozilla\/|Chromium$|(?:Headless)?Chrome\b)/;

/** What of the file goes into its `/ID`: the end holds the place of every object, the start holds the dates. */
const identifyingHeadLength = 4 * 1024;
const identifyingTailLength = 64 * 1024;

/**
 * The PDF with these properties, as an incremental update: what was there stays byte for byte, and the time it
 * takes does not depend on the size but for the copy.
 *
 * A key that is missing keeps what the file says, except for a title that is an address and a creator that is the
 * browser. A text without visible characters removes the property.
 *
 * Throws `PdfError`.
 */
export function setMetadata(pdf: Uint8Array, metadata: Metadata, options: MetadataOptions): Uint8Array {
  return Buffer.concat([pdf, metadataUpdate(pdf, metadata, options)]);
}

/** The bytes that `setMetadata` appends, for a caller that writes the file in parts. Throws `PdfError`. */
export function metadataUpdate(pdf: Uint8Array, metadata: Metadata, options: MetadataOptions): Uint8Array {
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an object of its own.');
  const update = new IncrementalUpdate(file);
  const { info, catalog, xmp } = described(file, { metadata, ...options });
  const infoRef = put(update, file.trailer.get('Info'), info);
  catalog.set('Metadata', put(update, catalog.get('Metadata'), xmp));
  update.replace(root, catalog);
  return update.bytes(
    new Map<string, PdfValue>([
      ['Info', infoRef],
      ['ID', identifiers(file, info)],
    ]),
  );
}

interface Described {
  readonly info: PdfDict;
  /** `/Metadata` is for the caller to set, to where `xmp` then is. */
  readonly catalog: PdfDict;
  readonly xmp: PdfStream;
}

/** Info, catalog and XMP as they will be; those of the file stay as they are. */
export function described(file: PdfReader, properties: Properties): Described {
  const { info, texts } = changedInfo(file, properties);
  const catalog: PdfDict = new Map(file.catalog);
  if (texts.title !== undefined) {
    // So that viewers show the title, as PDF/UA demands.
    const preferences: PdfDict = new Map(file.dict(catalog, 'ViewerPreferences'));
    catalog.set('ViewerPreferences', preferences.set('DisplayDocTitle', true));
  }
  const xmp = new PdfStream(
    new Map<string, PdfValue>([
      ['Type', new PdfName('Metadata')],
      ['Subtype', new PdfName('XML')],
    ]),
    // Not compressed: programs that know nothing of PDF search for the packet.
    Buffer.from(writeXmp({ ...texts, date: properties.date }), 'utf8'),
  );
  return { info, catalog, xmp };
}

type Texts = { [key in Property]?: string };

/** Info as it will be, and the texts in it. */
function changedInfo(
  file: PdfReader,
  { metadata, date, producer }: Properties,
): { info: PdfDict; texts: Texts } {
  const info: PdfDict = new Map(file.dict(file.trailer, 'Info'));
  const wanted: Metadata & { producer?: string | undefined } = { ...metadata, producer };
  const texts: Texts = {};
  for (const property of Object.keys(infoKeys) as Property[]) {
    const infoKey = infoKeys[property];
    const inFile = file.string(info, infoKey);
    const text = metadataText(wanted[property] ?? defaultText(property, inFile && decodeText(inFile)));
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

/** In the place of the old object, when there was one. */
function put(update: IncrementalUpdate, old: PdfValue | undefined, value: PdfValue): PdfRef {
  if (!(old instanceof PdfRef)) return update.add(value);
  update.replace(old, value);
  return old;
}

/** The first identifier stays for the life of a file, the second changes with it (ISO 32000-2, 14.4). */
function identifiers(file: PdfReader, info: PdfDict): PdfValue[] {
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
