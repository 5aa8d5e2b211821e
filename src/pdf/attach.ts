/** Files embedded in a PDF, such as the data of an invoice or the table behind a chart. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { makeNameTree, nameTreeEntries } from './document/name-tree.ts';
import { UniqueNames } from './document/unique-names.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './object.ts';
import { formatPdfDate } from './pdf-date.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import { encodeText } from './text-string.ts';
import { IncrementalUpdate } from './writing/incremental-update.ts';

export interface Attachment {
  /** File name that viewers show and save, without a folder. */
  readonly name: string;
  readonly data: Uint8Array;
  /** MIME type. Default: `application/octet-stream`. */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  /** Relationship of the file to the document (ISO 32000-2, 7.11.3). Default: `Unspecified`. */
  readonly relationship?: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified' | undefined;
  /** Time of the last change, stored to the second. */
  readonly modified?: Date | undefined;
}

/**
 * Attaches files in an incremental update. Throws `malformed`, `too_large`.
 *
 * @example
 * attachFiles(pdf, [{ name: 'data.xml', data, type: 'text/xml', relationship: 'Source' }]);
 */
export function attachFiles(pdf: Uint8Array, attachments: readonly Attachment[]): Uint8Array {
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
  const update = new IncrementalUpdate(file);
  const catalog: PdfDict = new Map(file.catalog);
  attach(file, update, catalog, attachments);
  update.replace(root, catalog);
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

/** Adds an object to the file that gets the attachments. */
interface AttachmentTarget {
  add(value: PdfValue): PdfRef;
}

/**
 * Adds the files to those that the PDF already has. `catalog`: a copy of its catalog, which is changed. A second file with the same name is kept
 * beside the first one. Throws `malformed`, `too_large`.
 */
export function attach(
  file: PdfReader,
  target: AttachmentTarget,
  catalog: PdfDict,
  attachments: readonly Attachment[],
): void {
  if (attachments.length === 0) return;
  const names: PdfDict = new Map(file.dict(catalog, 'Names'));
  const entries = [...nameTreeEntries(file, names.get('EmbeddedFiles'))];
  const unique = new UniqueNames();
  for (const [name] of entries) unique.claim(name);
  const added = attachments.map((attachment) => target.add(fileSpecification(target, attachment)));
  for (const [i, ref] of added.entries()) {
    entries.push([unique.claim(encodeText(attachments[i]?.name ?? '').bytes), ref]);
  }
  names.set('EmbeddedFiles', target.add(makeNameTree(entries)));
  catalog.set('Names', names);
  catalog.set('AF', [...(file.array(catalog, 'AF') ?? []), ...added]);
}

function fileSpecification(target: AttachmentTarget, attachment: Attachment): PdfDict {
  const { name, description, relationship = 'Unspecified' } = attachment;
  const stream = target.add(embeddedFile(attachment));
  const specification: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('Filespec')],
    ['F', encodeText(name)],
    ['UF', encodeText(name)],
    ['AFRelationship', new PdfName(relationship)],
    [
      'EF',
      new Map([
        ['F', stream],
        ['UF', stream],
      ]),
    ],
  ]);
  if (description !== undefined) specification.set('Desc', encodeText(description));
  return specification;
}

function embeddedFile({ data, type = 'application/octet-stream', modified }: Attachment): PdfStream {
  const parameters: PdfDict = new Map<string, PdfValue>([
    ['Size', data.length],
    ['CheckSum', new PdfString(createHash('md5').update(data).digest().toString('latin1'))],
  ]);
  if (modified) parameters.set('ModDate', new PdfString(formatPdfDate(modified)));
  const dict: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('EmbeddedFile')],
    ['Subtype', new PdfName(type)],
    ['Params', parameters],
  ]);
  const packed = deflateSync(data);
  if (packed.length >= data.length) return new PdfStream(dict, data);
  return new PdfStream(dict.set('Filter', new PdfName('FlateDecode')), packed);
}
