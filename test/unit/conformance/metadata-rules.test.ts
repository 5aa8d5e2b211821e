import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { breaches } from '../../support/pdf/breaches.ts';
import {
  metadataObject,
  taggedObjects,
  taggedPdf,
  taggedXmp,
  xmpPacket,
} from '../../support/pdf/tagged-pdf.ts';

const { title, accessible, archive } = taggedXmp;

/** The breaches of the clauses on metadata by a file whose packet has these properties too. */
function found(properties: string, level: 'pdfa-3a' | 'pdfua-1' = 'pdfa-3a'): string[] {
  const xmp = xmpPacket(title + accessible + archive + describe('', accessibleSchema) + properties);
  return breaches(taggedPdf({ 5: metadataObject(xmp) }), level, /^6\.6|^5$|^7\.1$/);
}

const namespaces =
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" xmlns:pdfaType="http://www.aiim.org/pdfa/ns/type#" xmlns:pdfaField="http://www.aiim.org/pdfa/ns/field#"';

function fields(prefix: string, values: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values).map(
    ([name, value]) => `<${prefix}:${name}>${value}</${prefix}:${name}>`,
  );
  return `<rdf:li rdf:parseType="Resource">${entries.join('')}</rdf:li>`;
}

const property = { name: 'size', valueType: 'Integer', category: 'external', description: 'A size' };
const type = { type: 'Box', namespaceURI: 'urn:box', prefix: 'b', description: 'A box' };
const typeField = { name: 'width', valueType: 'Real', description: 'A width' };
const schema = { schema: 'Example', namespaceURI: 'urn:e', prefix: 'e' };

function described(
  changes: { property?: object; type?: object; field?: object; schema?: object } = {},
  container = 'Bag',
): string {
  const properties = `<rdf:Seq>${fields('pdfaProperty', { ...property, ...changes.property })}</rdf:Seq>`;
  const typeFields = `<rdf:Seq>${fields('pdfaField', { ...typeField, ...changes.field })}</rdf:Seq>`;
  const types = `<rdf:Seq>${fields('pdfaType', { ...type, field: typeFields, ...changes.type })}</rdf:Seq>`;
  const own = fields('pdfaSchema', { ...schema, property: properties, valueType: types, ...changes.schema });
  return `<pdfaExtension:schemas ${namespaces}><rdf:${container}>${own}${accessibleSchema}</rdf:${container}></pdfaExtension:schemas>`;
}

const accessibleSchema = fields('pdfaSchema', {
  schema: 'PDF/UA',
  namespaceURI: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  property: `<rdf:Seq>${fields('pdfaProperty', { ...property, name: 'part' })}</rdf:Seq>`,
});

/** A container with one schema, or nothing if the properties have their own. */
function describe(properties: string, schemaItem: string): string {
  if (properties.includes('pdfaExtension')) return '';
  return `<pdfaExtension:schemas ${namespaces}><rdf:Bag>${schemaItem}</rdf:Bag></pdfaExtension:schemas>`;
}

function withSchemas(container: string, properties = ''): string[] {
  const xmp = xmpPacket(title + accessible + archive + container + properties);
  return breaches(taggedPdf({ 5: metadataObject(xmp) }), 'pdfa-3a', /^6\.6/);
}

const values: readonly (readonly [property: string, expected: readonly string[]])[] = [
  ['<dc:format>text/plain</dc:format>', []],
  ['<dc:format>text</dc:format>', ['6.6.2.3.1-2']],
  [
    '<dc:date><rdf:Seq><rdf:li>2026-11-23T21:22:05.5+01:00</rdf:li><rdf:li>2026</rdf:li></rdf:Seq></dc:date>',
    [],
  ],
  ['<dc:date><rdf:Seq><rdf:li>23.11.2026</rdf:li></rdf:Seq></dc:date>', ['6.6.2.3.1-2']],
  ['<dc:creator>A</dc:creator>', ['6.6.2.3.1-2']],
  ['<dc:creator><rdf:Bag><rdf:li>A</rdf:li></rdf:Bag></dc:creator>', ['6.6.2.3.1-2']],
  ['<dc:rights><rdf:Alt><rdf:li>A</rdf:li></rdf:Alt></dc:rights>', ['6.6.2.3.1-2']],
  ['<xmp:Rating>4.5</xmp:Rating>', []],
  ['<xmp:Rating>many</xmp:Rating>', ['6.6.2.3.1-2']],
  ['<xmp:Unknown>1</xmp:Unknown>', ['6.6.2.3.1-1', '6.6.2.3.1-2']],
  ['<e:size xmlns:e="urn:e">1</e:size>', ['6.6.2.3.1-1', '6.6.2.3.1-2']],
  [
    '<exif:GPSLatitude xmlns:exif="http://ns.adobe.com/exif/1.0/">47,22.5N</exif:GPSLatitude><exif:Flash xmlns:exif="http://ns.adobe.com/exif/1.0/" rdf:parseType="Resource"><exif:Fired>True</exif:Fired></exif:Flash>',
    [],
  ],
  [
    '<exif:Flash xmlns:exif="http://ns.adobe.com/exif/1.0/" rdf:parseType="Resource"><exif:Fired>yes</exif:Fired></exif:Flash>',
    ['6.6.2.3.1-2'],
  ],
];

it.each(values)('the property %s breaks %j', (xml, expected) => {
  expect(found(xml)).toEqual(expected);
});

it('a described property has the type that its schema gives it', () => {
  expect(withSchemas(described(), '<e:size xmlns:e="urn:e">5</e:size>')).toEqual([]);
  expect(withSchemas(described(), '<e:size xmlns:e="urn:e">big</e:size>')).toEqual(['6.6.2.3.1-2']);
  const boxes = described({ property: { valueType: 'seq Box' } });
  const box = (width: string) =>
    `<e:size xmlns:e="urn:e"><rdf:Seq><rdf:li rdf:parseType="Resource" xmlns:b="urn:box"><b:width>${width}</b:width></rdf:li></rdf:Seq></e:size>`;
  expect(withSchemas(boxes, box('1.5'))).toEqual([]);
  expect(withSchemas(boxes, box('wide'))).toEqual(['6.6.2.3.1-2']);
  expect(withSchemas(described({ property: { valueType: 'Closed Choice of Integer' } }))).toEqual([]);
});

const seq = (item: string) => `<rdf:Bag>${item}</rdf:Bag>`;
const descriptions: readonly (readonly [test: number, changes: Parameters<typeof described>[0]])[] = [
  [2, { schema: { schema: seq('<rdf:li>a</rdf:li>') } }],
  [4, { schema: { prefix: seq('<rdf:li>a</rdf:li>') } }],
  [5, { schema: { property: seq('') } }],
  [6, { schema: { valueType: seq('') } }],
  [7, { property: { name: seq('') } }],
  [8, { property: { valueType: 'Unheard' } }],
  [9, { property: { category: 'both' } }],
  [10, { property: { description: seq('') } }],
  [11, { type: { type: seq('') } }],
  [12, { type: { namespaceURI: seq('') } }],
  [13, { type: { prefix: seq('') } }],
  [14, { type: { description: seq('') } }],
  [15, { type: { field: seq('') } }],
  [16, { field: { name: seq('') } }],
  [17, { field: { valueType: 'Unheard' } }],
  [18, { field: { description: seq('') } }],
];

it.each(descriptions)('a description that is wrong breaks test %i of 6.6.2.3.3', (test, changes) => {
  expect(withSchemas(described(changes))).toEqual([`6.6.2.3.3-${test}`]);
});

it('a container of another kind, another prefix and wrong fields are reported', () => {
  expect(withSchemas(described({}, 'Seq'))).toEqual(['6.6.2.3.3-1']);
  const renamed = described()
    .replaceAll('pdfaExtension:schemas', 'other:schemas')
    .replace('xmlns:pdfaExtension', 'xmlns:other');
  expect(withSchemas(renamed)).toEqual(['6.6.2.3.3-1']);
  expect(withSchemas(described({ property: { extra: 'a' } }))).toEqual(['6.6.2.3.2-1']);
  const unnamed = described().replace('<pdfaSchema:schema>Example</pdfaSchema:schema>', '');
  expect(withSchemas(unnamed)).toEqual(['6.6.2.3.3-2']);
});

it.each([
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>', 'pdfa-3b', []],
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>', 'pdfa-3u', ['6.6.4-3']],
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>', 'pdfa-3a', ['6.6.4-3']],
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>', 'pdfa-3b', []],
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>b</pdfaid:conformance>', 'pdfa-3b', ['6.6.4-3']],
  ['<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>', 'pdfa-2a', ['6.6.4-2']],
  ['', 'pdfa-3b', ['6.6.4-1']],
] as const)('the identification %s breaks at %s %j', (identification, level, expected) => {
  const pdf = taggedPdf({ 5: metadataObject(xmpPacket(title + identification)) });
  expect(breaches(pdf, level, /^6\.6\.4/)).toEqual(expected);
});

it('prefixes of the identification are fixed', () => {
  const other =
    '<i:part xmlns:i="http://www.aiim.org/pdfa/ns/id/">3</i:part><i:conformance xmlns:i="http://www.aiim.org/pdfa/ns/id/">A</i:conformance>';
  const pdf = taggedPdf({ 5: metadataObject(xmpPacket(title + accessible + other)) });
  expect(breaches(pdf, 'pdfa-3a', /^6\.6\.4/)).toEqual(['6.6.4-4', '6.6.4-5']);
  const access = '<i:part xmlns:i="http://www.aiim.org/pdfua/ns/id/">1</i:part>';
  expect(breaches(taggedPdf({ 5: metadataObject(xmpPacket(title + access)) }), 'pdfua-1')).toEqual(['5-3']);
});

it.each([
  [title, ['5-1']],
  [`${title}<pdfuaid:part>2</pdfuaid:part>`, ['5-2']],
  [accessible, ['7.1-9']],
] as const)('PDF/UA needs an identification and a title: %s', (properties, expected) => {
  expect(breaches(taggedPdf({ 5: metadataObject(xmpPacket(properties)) }), 'pdfua-1')).toEqual(expected);
});

it('the packet itself is judged: its header, encoding and XML', () => {
  const check = (xmp: string) => breaches(taggedPdf({ 5: metadataObject(xmp) }), 'pdfa-3a', /^6\.6\.2\.1/);
  const packet = xmpPacket(title + archive);
  expect(check(packet)).toEqual([]);
  expect(check(packet.replace('id=', 'bytes="9" id='))).toEqual(['6.6.2.1-2']);
  expect(check(packet.replace('id=', 'encoding="UTF-8" id='))).toEqual(['6.6.2.1-3']);
  expect(check(packet.replace('</rdf:RDF>', ''))).toEqual(['6.6.2.1-4', '6.6.2.1-5']);
  const utf16 = Buffer.from(`\ufeff${packet}`, 'utf16le').toString('latin1');
  expect(check(utf16)).toEqual(['6.6.2.1-5']);
});

it('packets of objects in the document may use the schemas of the document', () => {
  const main = metadataObject(xmpPacket(title + accessible + archive + described()));
  const inner = (properties: string) =>
    breaches(
      taggedPdf({
        5: main,
        3: (taggedObjects[3] ?? '').replace('/Tabs', '/Metadata 20 0 R/Tabs'),
        20: metadataObject(xmpPacket(properties)),
      }),
      'pdfa-3a',
      /^6\.6/,
    );
  expect(inner('<e:size xmlns:e="urn:e">5</e:size>')).toEqual([]);
  expect(inner('<e:colour xmlns:e="urn:e">5</e:colour>')).toEqual(['6.6.2.3.1-1', '6.6.2.3.1-2']);
});

it('a document without metadata is reported at both standards', () => {
  const without = { 1: (taggedObjects[1] ?? '').replace('/Metadata 5 0 R', '') };
  expect(breaches(taggedPdf(without), 'pdfua-1')).toEqual(['7.1-8']);
  expect(breaches(taggedPdf(without), 'pdfa-3a', /^6\.6/)).toEqual(['6.6.2.1-1']);
});

it('messages name the property and what is wrong with it', () => {
  const pdf = taggedPdf({ 5: metadataObject(xmpPacket(`${archive}<xmp:Rating>many</xmp:Rating>`)) });
  const { findings } = checkConformance(pdf, { levels: ['pdfa-3b'] });
  expect(findings.find(({ clause }) => clause === '6.6.2.3.1')).toMatchObject({
    message: 'The XMP property xmp:Rating has the value "many", which is no value of the type Real.',
    object: 5,
  });
});
