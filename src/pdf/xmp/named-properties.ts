/**
 * All properties of a file by name: `Title` for an entry of its Info dictionary, and `xmpRights:Marked` for one of its XMP
 * packet. Those of Info that XMP has too are written to both.
 */
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { fileIdentifiers, put } from '../set-metadata.ts';
import { decodeTextString, encodeText } from '../text-string.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { documentInfo, infoDates, infoTwins } from './document-info.ts';
import { xmpNamespaces } from './namespaces.ts';
import { predefinedSchemas } from './predefined-schemas.ts';
import { readXmp } from './read-xmp.ts';
import { writePacket } from './write-nodes.ts';
import { splitKeywords } from './write-xmp.ts';
import type { XmpForm, XmpNode } from './xmp-node.ts';

/** A text, a date (`2026-01-31T12:00:00+01:00`), or several texts. An empty one removes the property. */
export type PropertyValue = string | number | boolean | readonly string[];
export type NamedProperties = Readonly<Record<string, PropertyValue>>;

const entryOfTwin = new Map(
  Object.entries(infoTwins).flatMap(([entry, names]) => names.map((name) => [name, entry] as const)),
);

const trapped = ['True', 'False', 'Unknown'];

/** Namespaces that say what a file conforms to, or are no properties. */
const reserved = [
  'rdf',
  'xml',
  'pdfaid',
  'pdfuaid',
  'pdfaExtension',
  'pdfaSchema',
  'pdfaProperty',
  'pdfaType',
];

const entryName = /^[A-Za-z][\w.-]{0,126}$/;
const propertyName = /^([A-Za-z]+):([A-Za-z_][\w.-]{0,126})$/;
const date =
  /^(\d{4})(?:[-:]?(\d\d)(?:[-:]?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/;

/**
 * Says what is wrong with a property, as it reads on after its name. Undefined for one that can be written.
 *
 * @example
 * findPropertyProblem('CreationDate', 'yesterday') // 'must be a date such as 2026-01-31T12:00:00+01:00'
 */
export function findPropertyProblem(name: string, value: PropertyValue): string | undefined {
  const prefix = propertyName.exec(name)?.[1];
  if (prefix === undefined && !entryName.test(name)) {
    return 'must be a name such as Title or xmpRights:Marked';
  }
  if (prefix !== undefined && (!(prefix in xmpNamespaces) || reserved.includes(prefix))) {
    const known = Object.keys(xmpNamespaces).filter(
      (each) => !reserved.includes(each) && !/^st[A-Z]/.test(each),
    );
    return `must begin with a known namespace: ${known.join(', ')}`;
  }
  const text = textOf(value);
  if (control.test(text)) return 'must not have control characters';
  if (text === '') return undefined;
  const entry = entryOfTwin.get(name) ?? name;
  if (infoDates.includes(entry) && !date.test(text))
    return 'must be a date such as 2026-01-31T12:00:00+01:00';
  if (entry === 'Trapped' && !trapped.includes(text)) return `must be ${trapped.join(', ')}`;
  return undefined;
}

/** Returns the properties of a file, those of XMP beside those of Info. Throws `malformed`, `too_large`. */
export function readProperties(file: PdfReader): NamedProperties {
  const fields: Record<string, PropertyValue> = {};
  for (const [entry, value] of documentInfo(file)) {
    const read = infoValue(file.resolve(value));
    if (read === undefined) continue;
    fields[entry] = infoDates.includes(entry) && typeof read === 'string' ? fromPdfDate(read) : read;
  }
  const namespaces = Object.entries(xmpNamespaces);
  for (const node of readPacketOf(file) ?? []) {
    const value = nodeValue(node);
    const prefix = namespaces.find(([, uri]) => uri === node.namespace)?.[0] ?? node.prefix;
    if (value !== undefined && !reserved.includes(prefix)) fields[`${prefix}:${node.name}`] = value;
  }
  return fields;
}

/**
 * Sets properties in an incremental update; all others stay, those of XMP too. The properties must be valid: see
 * `findPropertyProblem`. Throws `PdfError`.
 *
 * @example
 * writeProperties(pdf, { Title: 'Report', 'dc:rights': '© Example GmbH', 'xmpRights:Marked': true });
 */
export function writeProperties(pdf: Uint8Array, fields: NamedProperties): Uint8Array {
  const file = new PdfReader(pdf);
  const root = file.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
  const info = documentInfo(file);
  const packet = readPacketOf(file);
  const nodes = [...(packet ?? [])];
  if (!packet) {
    for (const entry of Object.keys(infoTwins)) {
      const value = infoValue(file.resolve(info.get(entry)));
      if (value !== undefined)
        setTwins(nodes, entry, infoDates.includes(entry) ? fromPdfDate(textOf(value)) : value);
    }
  }
  for (const [name, value] of Object.entries(fields)) {
    const entry = entryOfTwin.get(name) ?? name;
    if (entry.includes(':')) setNode(nodes, entry, value);
    else {
      setEntry(info, entry, value);
      setTwins(nodes, entry, value);
    }
  }
  const update = new IncrementalUpdate(file);
  const catalog: PdfDict = new Map(file.catalog);
  const dict = new Map<string, PdfValue>([
    ['Type', new PdfName('Metadata')],
    ['Subtype', new PdfName('XML')],
  ]);
  const xmp = new PdfStream(dict, Buffer.from(writePacket(nodes), 'utf8'));
  // A file of PDF 2.0 need not have it.
  const infoRef =
    file.trailer.has('Info') || !file.version.startsWith('2')
      ? put(update, file.trailer.get('Info'), info)
      : null;
  catalog.set('Metadata', put(update, catalog.get('Metadata'), xmp));
  update.replace(root, catalog);
  const trailer = new Map<string, PdfValue>([
    ['Info', infoRef],
    ['ID', fileIdentifiers(file, info)],
  ]);
  return Buffer.concat([pdf, update.bytes(trailer)]);
}

/** The properties of the packet with the descriptions of extensions. Undefined without one that can be read. */
function readPacketOf(file: PdfReader): readonly XmpNode[] | undefined {
  const metadata = file.get(file.catalog, 'Metadata');
  if (!(metadata instanceof PdfStream)) return undefined;
  const { properties, extensions, error } = readXmp(file.decode(metadata));
  if (error !== undefined) return undefined;
  return extensions ? [...properties, extensions] : properties;
}

function infoValue(value: PdfValue): PropertyValue | undefined {
  if (value instanceof PdfString) return decodeTextString(value);
  if (value instanceof PdfName) return value.value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Undefined for a structure. Of a text in several languages, the default one. */
function nodeValue({ form, value, children }: XmpNode): PropertyValue | undefined {
  if (form === 'text') return value;
  if (form === 'struct') return undefined;
  const texts = children.filter((child) => child.form === 'text');
  if (texts.length < children.length) return undefined;
  if (form !== 'alt') return texts.map((child) => child.value);
  return (texts.find(({ language }) => language === 'x-default') ?? texts[0])?.value;
}

function setEntry(info: PdfDict, entry: string, value: PropertyValue): void {
  const text = textOf(value);
  if (text === '') info.delete(entry);
  else if (entry === 'Trapped') info.set(entry, new PdfName(text));
  else info.set(entry, infoDates.includes(entry) ? new PdfString(toPdfDate(text)) : encodeText(text));
}

function setTwins(nodes: XmpNode[], entry: string, value: PropertyValue): void {
  for (const name of infoTwins[entry] ?? []) {
    const text = textOf(value);
    if (name === 'dc:subject') setNode(nodes, name, typeof value === 'object' ? value : splitKeywords(text));
    else if (name === 'dc:creator') setNode(nodes, name, text === '' ? [] : [text]);
    else setNode(nodes, name, infoDates.includes(entry) ? toXmpDate(text) : text);
  }
}

/** Replaces the property in its place, or adds it. */
function setNode(nodes: XmpNode[], name: string, value: PropertyValue): void {
  const [prefix = '', local = ''] = name.split(':');
  const namespace = xmpNamespaces[prefix as keyof typeof xmpNamespaces];
  const index = nodes.findIndex((node) => node.namespace === namespace && node.name === local);
  const isEmpty = textOf(value) === '';
  const made = isEmpty ? [] : [makeNode({ namespace, prefix, local }, value)];
  if (index < 0) nodes.push(...made);
  else nodes.splice(index, 1, ...made);
}

interface NodeName {
  readonly namespace: string;
  readonly prefix: string;
  readonly local: string;
}

function makeNode({ namespace, prefix, local }: NodeName, value: PropertyValue): XmpNode {
  const type =
    predefinedSchemas.get(namespace)?.get(local) ?? (typeof value === 'object' ? 'bag Text' : 'Text');
  const node = { namespace, prefix, name: local, language: undefined };
  if (type === 'Lang Alt') {
    return { ...node, form: 'alt', value: '', children: [item(textOf(value), 'x-default')] };
  }
  const [array] = type.split(' ');
  if (array === 'bag' || array === 'seq' || array === 'alt') {
    const form: XmpForm = array;
    const texts = typeof value === 'object' ? value : [textOf(value)];
    return { ...node, form, value: '', children: texts.map((text) => item(text, undefined)) };
  }
  const text = type === 'Boolean' ? (/^true$/i.test(textOf(value)) ? 'True' : 'False') : textOf(value);
  return { ...node, form: 'text', value: text, children: [] };
}

const item = (value: string, language: string | undefined): XmpNode => ({
  namespace: xmpNamespaces.rdf,
  prefix: 'rdf',
  name: 'li',
  form: 'text',
  value,
  children: [],
  language,
});

const textOf = (value: PropertyValue): string =>
  typeof value === 'object' ? value.join(', ') : String(value);

/** The parts of a date that are there: `2026`, `01`, …, and its zone. */
function dateParts(text: string): readonly (string | undefined)[] {
  return date.exec(text)?.slice(1) ?? [];
}

const zoneOf = (zone: string | undefined): string | undefined =>
  zone === undefined || zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;

function toXmpDate(text: string): string {
  const [year = '', month, day, hour, minute, second = '00', zone] = dateParts(text);
  const dayText = [year, month, day].filter((part) => part !== undefined).join('-');
  if (hour === undefined) return dayText;
  return `${dayText}T${hour}:${minute ?? '00'}:${second}${zoneOf(zone) ?? ''}`;
}

function toPdfDate(text: string): string {
  const parts = dateParts(text);
  const zone = zoneOf(parts[6]);
  const digits = parts.slice(0, 6).join('');
  return `D:${digits}${zone === undefined || zone === 'Z' ? (zone ?? '') : `${zone.replace(':', "'")}'`}`;
}

/** As it is, if it is none. */
function fromPdfDate(text: string): string {
  const plain = text
    .replace(/^D:/, '')
    .replace(/'(\d\d)'?$/, '$1')
    .replace(/'$/, '')
    .replace(/Z.+$/, 'Z');
  return date.test(plain) ? toXmpDate(plain) : text;
}
