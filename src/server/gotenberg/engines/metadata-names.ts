/** The names that ExifTool has for properties of PDFs, which are those of Gotenberg's metadata. */
import { findPropertyProblem, type NamedProperties, type PropertyValue } from '#pdf/xmp/named-properties';
import { xmpNamespaces } from '#pdf/xmp/namespaces';
import { predefinedSchemas } from '#pdf/xmp/predefined-schemas';
import type { PdfDescription } from '../../rendering/foreign-pdf.ts';
import { GotenbergError } from '../answer.ts';

/** Names in lower case → entries of Info, and properties that have another name there. */
const propertyOfName: ReadonlyMap<string, string> = new Map([
  ...['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'Trapped'].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
  ['createdate', 'CreationDate'],
  ['creationdate', 'CreationDate'],
  ['moddate', 'ModDate'],
  ['modifydate', 'ModDate'],
  ['copyright', 'dc:rights'],
]);

/** The namespaces that are searched for a name without one. */
const searched = ['dc', 'xmp', 'xmpRights', 'pdf', 'xmpMM', 'photoshop'] as const;

/** Names that mean the file itself to ExifTool, and are left out. */
const fileNames = ['filename', 'directory', 'hardlink', 'symlink', 'filepermissions'];

const unwritable = (cause?: string) =>
  new GotenbergError(
    400,
    'The requested metadata could not be written; ensure values are valid and free of control characters.',
    { cause },
  );

/** Throws `GotenbergError` for a name or a value that no PDF can have. */
export function toProperties(metadata: Readonly<Record<string, unknown>>): NamedProperties {
  const properties: Record<string, PropertyValue> = {};
  for (const [name, given] of Object.entries(metadata)) {
    if (fileNames.includes((name.split(':').at(-1) ?? '').toLowerCase())) continue;
    const property = toPropertyName(name);
    const value = toValue(given);
    if (property === undefined || value === undefined) throw unwritable(name);
    if (/[\r\n\0]/.test(typeof value === 'object' ? value.join('') : String(value))) throw unwritable(name);
    const problem = findPropertyProblem(property, value);
    if (problem !== undefined) throw unwritable(`${name} ${problem}`);
    properties[property] = value;
  }
  return properties;
}

function toValue(value: unknown): PropertyValue | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? (value as readonly string[]) : undefined;
}

/** `XMP-dc:Title`, `PDF:Title`, `Title`. */
function toPropertyName(name: string): string | undefined {
  if (!/^[\w.:][\w.:-]*$/.test(name)) return undefined;
  const colon = name.lastIndexOf(':');
  const [group, local] = [name.slice(0, Math.max(0, colon)).toLowerCase(), name.slice(colon + 1)];
  const prefixes = Object.keys(xmpNamespaces) as (keyof typeof xmpNamespaces)[];
  const named = prefixes.filter((prefix) => group.replace(/^xmp-/, '') === prefix.toLowerCase());
  if (group === '' || group === 'pdf' || group === 'xmp') {
    return propertyOfName.get(local.toLowerCase()) ?? findProperty(local, searched) ?? local;
  }
  const [prefix] = named;
  return prefix === undefined ? undefined : (findProperty(local, [prefix]) ?? `${prefix}:${local}`);
}

function findProperty(name: string, prefixes: readonly (keyof typeof xmpNamespaces)[]): string | undefined {
  for (const prefix of prefixes) {
    const names = predefinedSchemas.get(xmpNamespaces[prefix])?.keys() ?? [];
    for (const known of names) if (known.toLowerCase() === name.toLowerCase()) return `${prefix}:${known}`;
  }
  return undefined;
}

/** What ExifTool would say of a PDF: those of Info count where XMP has another value. */
export function toMetadata({ pages, version, properties }: PdfDescription): Record<string, unknown> {
  const metadata: Record<string, unknown> = {
    FileType: 'PDF',
    FileTypeExtension: 'pdf',
    MIMEType: 'application/pdf',
    PDFVersion: toJson(version),
    PageCount: pages,
  };
  const entries = Object.entries(properties);
  for (const [name, value] of entries) {
    const [prefix, local] = name.split(':');
    if (prefix === undefined || local === undefined) continue;
    metadata[local.charAt(0).toUpperCase() + local.slice(1)] = toJson(value);
    if (name === 'dc:rights') metadata.Copyright = toJson(value);
  }
  for (const [name, value] of entries) {
    if (name.includes(':')) continue;
    if (name === 'Keywords') metadata.Keywords = toJson(toList(String(value)));
    else metadata[name === 'CreationDate' ? 'CreateDate' : name] = toJson(value);
    if (name === 'ModDate') metadata.ModifyDate = toJson(value);
  }
  return metadata;
}

/** A single keyword is no list. */
function toList(text: string): PropertyValue {
  const words = text.split(/, */);
  return words.length > 1 ? words : text;
}

/** Numbers, truth values and dates as ExifTool writes them. */
function toJson(value: PropertyValue): unknown {
  if (typeof value === 'object') return value.map(toJson);
  if (typeof value !== 'string') return value;
  if (/^-?(?:\d|[1-9]\d{1,14})(?:\.\d{1,16})?$/.test(value)) return Number(value);
  if (/^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?)$/.exec(value) ?? [];
  return date === undefined ? value : `${date.replaceAll('-', ':')} ${time}`;
}
