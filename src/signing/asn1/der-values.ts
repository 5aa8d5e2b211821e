/** Values of single elements: numbers, names of objects, times, texts. */

import { type DerElement, DerError, derTags } from './der-reader.ts';

const maxOidBytes = 64;
const maxIntegerBytes = 1024;

/** Dotted numbers, such as `2.5.4.3`. */
export function readOid(element: DerElement): string {
  const { content } = element.expect(derTags.oid, 'An object identifier');
  if (content.length === 0 || content.length > maxOidBytes) throw invalidOid();
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    if (arc > 2 ** 44) throw invalidOid();
    arc = arc * 128 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first, ...rest] = arcs;
  if (first === undefined || arc !== 0) throw invalidOid();
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - 40 * root, ...rest].join('.');
}

const invalidOid = () => new DerError('An object identifier is malformed.');

/** The content of an INTEGER in hexadecimal, as OpenSSL shows serial numbers: whole bytes, without zeros before them. */
export function readSerial(element: DerElement): string {
  const hex = Buffer.from(integerContent(element)).toString('hex');
  return hex.replace(/^(?:00)+(?=.)/, '');
}

/** An INTEGER that fits into a number and is not negative, or an ENUMERATED if that is the tag. */
export function readSmallInteger(element: DerElement, tag: number = derTags.integer): number {
  const content = integerContent(element, tag);
  const isNegative = ((content[0] ?? 0) & 0x80) !== 0;
  if (content.length > 6 || isNegative) throw new DerError('A number is out of range.');
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

function integerContent(element: DerElement, tag: number = derTags.integer): Uint8Array {
  const { content } = element.expect(tag, 'A number');
  if (content.length === 0 || content.length > maxIntegerBytes) throw new DerError('A number is malformed.');
  return content;
}

export function readDerBoolean(element: DerElement): boolean {
  const { content } = element.expect(derTags.boolean, 'A truth value');
  if (content.length !== 1) throw new DerError('A truth value is malformed.');
  return content[0] !== 0;
}

/** The bytes of an OCTET STRING, also in pieces as in BER, and under the tag of the context that replaces its own. */
export function readOctets(element: DerElement, tag: number = derTags.octetString): Uint8Array {
  if (element.tag === tag && !element.isConstructed) return element.content;
  if (element.tag !== (tag | 0x20)) element.expect(tag, 'A string of bytes');
  return Buffer.concat(element.children.map((piece) => readOctets(piece)));
}

/** The bytes of a BIT STRING whose bits fill them. */
export function readBits(element: DerElement): Uint8Array {
  const { content } = element.expect(derTags.bitString, 'A string of bits');
  if (content[0] !== 0) throw new DerError('A string of bits does not end with a byte.');
  return content.subarray(1);
}

/** Whether bit `index` of a BIT STRING of named bits is set. */
export function hasNamedBit(element: DerElement, index: number): boolean {
  const { content } = element.expect(derTags.bitString, 'A string of bits');
  const byte = content[1 + (index >> 3)] ?? 0;
  return (byte & (0x80 >> (index & 7))) !== 0;
}

const utcTime = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/;
const generalizedTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/;

/** UTCTime or GeneralizedTime, both in UTC, as RFC 5280 and RFC 3161 demand. */
export function readTime(element: DerElement): Date {
  const { tag, content } = element;
  const text = content.length > 40 ? '' : Buffer.from(content).toString('latin1');
  if (tag === derTags.utcTime) {
    const [, year, ...rest] = utcTime.exec(text) ?? [];
    // RFC 5280, 4.1.2.5.1: two digits mean 1950 to 2049.
    if (year !== undefined) return toDate(Number(year) < 50 ? `20${year}` : `19${year}`, rest);
  }
  if (tag === derTags.generalizedTime) {
    const [, year, ...rest] = generalizedTime.exec(text) ?? [];
    if (year !== undefined) return toDate(year, rest);
  }
  throw new DerError('A time is malformed.');
}

function toDate(year: string, [month, day, hour, minute, second = '00', fraction = '']: string[]): Date {
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  if (Number.isNaN(date.getTime())) throw new DerError('A time does not exist.');
  return date;
}

/** Whether `readDerText` knows this type of string. */
export const isDerText = ({ tag }: DerElement): boolean => textTags.has(tag);

/** UTF8String, NumericString, PrintableString, TeletexString, IA5String, VisibleString, BMPString */
const textTags: ReadonlySet<number> = new Set([derTags.utf8String, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1e]);

/** Texts of names and messages, in whichever type of string. Unknown types are shown as hexadecimal digits. */
export function readDerText({ tag, content }: DerElement): string {
  const bytes = Buffer.from(content);
  switch (tag) {
    case derTags.utf8String:
      return bytes.toString('utf8');
    // NumericString, PrintableString, TeletexString (which holds Latin-1 in practice), IA5String, VisibleString
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1a:
      return bytes.toString('latin1');
    // BMPString
    case 0x1e:
      if (bytes.length % 2 !== 0) throw new DerError('A text of two bytes a character has an odd length.');
      return bytes.swap16().toString('utf16le');
    default:
      return `#${bytes.toString('hex')}`;
  }
}
