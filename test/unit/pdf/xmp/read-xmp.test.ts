import { expect, it } from 'vitest';
import { readXmp } from '../../../../src/pdf/xmp/read-xmp.ts';
import { xmpPacket } from '../../../support/pdf/tagged-pdf.ts';

const read = (properties: string) => readXmp(Buffer.from(xmpPacket(properties)));

/** Name → form and value, of all levels. */
function summary(properties: string): unknown {
  const toPlain = (nodes: ReturnType<typeof readXmp>['properties']): unknown =>
    nodes.map(({ name, form, value, language, children }) =>
      [name, form, value, language, children.length > 0 ? toPlain(children) : undefined].filter(
        (each) => each !== undefined && each !== '',
      ),
    );
  return toPlain(read(properties).properties);
}

it('texts, arrays and languages are read', () => {
  expect(
    summary(
      '<dc:format>application/pdf</dc:format><dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator><dc:title><rdf:Alt><rdf:li xml:lang="x-Default">T</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag/></dc:subject>',
    ),
  ).toEqual([
    ['format', 'text', 'application/pdf'],
    [
      'creator',
      'seq',
      [
        ['li', 'text', 'A'],
        ['li', 'text', 'B'],
      ],
    ],
    ['title', 'alt', [['li', 'text', 'T', 'x-default']]],
    ['subject', 'bag'],
  ]);
});

it('structures are the same in all notations', () => {
  const expected = [['x', 'struct', [['a', 'text', '1']]]];
  for (const xml of [
    '<e:x xmlns:e="urn:e"><rdf:Description><e:a>1</e:a></rdf:Description></e:x>',
    '<e:x xmlns:e="urn:e"><rdf:Description e:a="1"/></e:x>',
    '<e:x xmlns:e="urn:e" rdf:parseType="Resource"><e:a>1</e:a></e:x>',
    '<e:x xmlns:e="urn:e" e:a="1"/>',
    '<e:x xmlns:e="urn:e"><e:Type><e:a>1</e:a></e:Type></e:x>',
  ]) {
    expect(summary(xml)).toEqual(expected);
  }
});

it('a value with qualifiers is its value', () => {
  const xml =
    '<e:x xmlns:e="urn:e" rdf:parseType="Resource"><e:q>de</e:q><rdf:value xml:lang="en">1</rdf:value></e:x>';
  expect(summary(xml)).toEqual([['x', 'text', '1', 'en']]);
  expect(summary('<e:x xmlns:e="urn:e" rdf:value="1" e:q="2"/>')).toEqual([['x', 'text', '1']]);
  expect(summary('<e:x xmlns:e="urn:e" rdf:resource="urn:y"/>')).toEqual([['x', 'text', 'urn:y']]);
});

it('properties may be attributes of the description', () => {
  const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="P"/></rdf:RDF>`;
  expect(readXmp(Buffer.from(packet)).properties).toMatchObject([
    { name: 'Producer', prefix: 'pdf', namespace: 'http://ns.adobe.com/pdf/1.3/', value: 'P' },
  ]);
});

const encodings: readonly (readonly [name: string, toBytes: (text: string) => Buffer])[] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  [
    'UTF-32',
    (text) => Buffer.from(Uint32Array.from([...`\ufeff${text}`], (each) => each.codePointAt(0) ?? 0).buffer),
  ],
  [
    'UTF-32',
    (text) => Buffer.from(Uint32Array.from([...text], (each) => each.codePointAt(0) ?? 0).buffer).swap32(),
  ],
  ['ISO-8859-1', (text) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1')],
];

it.each(encodings)('a packet in %s is read (case %#)', (name, toBytes) => {
  const packet = xmpPacket('<dc:source>Zürich</dc:source>').replaceAll('\ufeff', '');
  const { encoding, properties, error } = readXmp(toBytes(packet));
  expect({ encoding, error, value: properties[0]?.value }).toEqual({
    encoding: name,
    error: undefined,
    value: 'Zürich',
  });
});

it('the attributes of the packet header are found', () => {
  const packet = xmpPacket('').replace('id=', `bytes='20' encoding="UTF-8" id=`);
  expect(readXmp(Buffer.from(packet)).headerAttributes).toEqual({ bytes: '20', encoding: 'UTF-8' });
});

it('padding of zero bytes and spaces may follow', () => {
  expect(readXmp(Buffer.from(`${xmpPacket('')}\0\0  \n`)).error).toBeUndefined();
});

const broken: readonly (readonly [what: string, xml: string])[] = [
  ['XML that is not closed', '<dc:source>'],
  ['a property twice', '<dc:source>a</dc:source><dc:source>b</dc:source>'],
  ['an item outside an array', '<rdf:li>a</rdf:li>'],
  ['a value outside a structure', '<rdf:value>a</rdf:value>'],
  ['an array of two kinds', '<dc:subject><rdf:Bag/><rdf:Seq/></dc:subject>'],
  ['text beside an element', '<dc:subject>a<rdf:Bag/></dc:subject>'],
  ['text beside properties', 'a<dc:source>b</dc:source>'],
  ['a literal of XML', '<dc:source rdf:parseType="Literal">a</dc:source>'],
  ['a name of the syntax as a property', '<rdf:Description/>'],
  ['a property in no namespace', '<source>a</source>'],
  ['content and attributes', '<dc:source dc:type="a">b</dc:source>'],
  ['two values', '<dc:source rdf:value="a" rdf:resource="b"/>'],
];

it.each(broken)('%s is an error that says what is wrong', (_, xml) => {
  const { error, properties, encoding } = read(xml);
  expect(error).toMatch(/\w/);
  expect({ properties, encoding }).toEqual({ properties: [], encoding: undefined });
});

it('bytes that are not valid in their encoding are an error', () => {
  expect(readXmp(Buffer.from([0x3c, 0xff])).error).toContain('not valid');
});

it('elements that are nested without end are an error, not a crash', () => {
  expect(readXmp(Buffer.from('<a>'.repeat(100_000))).error).toContain('nested too deeply');
});

it('XML without rdf:RDF has no properties', () => {
  expect(readXmp(Buffer.from('<a/>'))).toMatchObject({ properties: [], encoding: undefined });
});
