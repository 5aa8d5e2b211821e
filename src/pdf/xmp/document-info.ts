/** The properties of a file as entries of its Info dictionary, also where PDF 2.0 keeps them in the XMP alone. */
import { type PdfDict, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { formatPdfDate } from '../pdf-date.ts';
import type { PdfReader } from '../reading/reader.ts';
import { encodeText } from '../text-string.ts';

/** Entries of Info → properties of XMP that hold the same. */
export const infoTwins: Readonly<Record<string, readonly string[]>> = {
  Title: ['dc:title'],
  Author: ['dc:creator'],
  Subject: ['dc:description'],
  Keywords: ['pdf:Keywords', 'dc:subject'],
  Creator: ['xmp:CreatorTool'],
  Producer: ['pdf:Producer'],
  CreationDate: ['xmp:CreateDate'],
  ModDate: ['xmp:ModifyDate'],
  Trapped: [],
};

export const infoDates = ['CreationDate', 'ModDate'];

/** A copy of Info; made of the XMP if the file has none. Throws `malformed`, `too_large`. */
export function documentInfo(file: PdfReader): PdfDict {
  const known = file.dict(file.trailer, 'Info');
  if (known) return new Map(known);
  const metadata = file.get(file.catalog, 'Metadata');
  const info: PdfDict = new Map();
  if (!(metadata instanceof PdfStream)) return info;
  const xmp = Buffer.from(file.decode(metadata)).toString('utf8');
  for (const [entry, [twin = '']] of Object.entries(infoTwins)) {
    const text = twin === '' ? undefined : propertyText(xmp, twin);
    const value = text === undefined ? undefined : toEntry(entry, text);
    if (value !== undefined) info.set(entry, value);
  }
  return info;
}

/** The text of a property, the first one of several. Found in the text of the packet: a parser takes long to load. */
function propertyText(xmp: string, name: string): string | undefined {
  const inAttribute = between(xmp, `${name}="`, '"');
  const element = between(xmp, `<${name}>`, `</${name}>`) ?? inAttribute;
  const item = element && between(element, '<rdf:li', '</rdf:li>');
  const text = item === undefined ? element : item.slice(item.indexOf('>') + 1);
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: keyof typeof entities) => entities[entity]);
}

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function between(text: string, start: string, end: string): string | undefined {
  const at = text.indexOf(start);
  const to = at < 0 ? -1 : text.indexOf(end, at + start.length);
  return to < 0 ? undefined : text.slice(at + start.length, to);
}

function toEntry(entry: string, text: string): PdfValue | undefined {
  if (!infoDates.includes(entry)) return encodeText(text);
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : new PdfString(formatPdfDate(date));
}
