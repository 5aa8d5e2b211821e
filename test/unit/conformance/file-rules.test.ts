import { expect, it } from 'vitest';
import { breaches } from '../../support/pdf/breaches.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';

const header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
const trailer = '/Root 1 0 R/ID[<00><01>]';

/** Clause 6.1 of a file with these objects, after a change of its text. */
function found(
  objects: Record<number, string> = {},
  change: (text: string) => string = (text) => text,
  options: { header?: string; trailer?: string } = {},
): string[] {
  const pdf = buildPdf({ ...minimalObjects, ...objects }, { header, trailer, ...options });
  return breaches(Buffer.from(change(pdf.toString('latin1')), 'latin1'), 'pdfa-2b', /^6\.1\./);
}

it('finds nothing wrong in the structure of a plain file', () => {
  expect(found()).toEqual([]);
});

it.each([
  ['%PDF-1.8\n%\xe2\xe3\xcf\xd3\n', ['6.1.2-1']],
  ['%PDF-1.7 \n%\xe2\xe3\xcf\xd3\n', ['6.1.2-1']],
  ['%PDF-1.7\n%abcd\n', ['6.1.2-2']],
  ['%PDF-1.7\n', ['6.1.2-2']],
])('the header %j breaks %j', (text, expected) => {
  expect(found({}, undefined, { header: text })).toEqual(expected);
});

it('a file with bytes before its header breaks 6.1.2-1', () => {
  const pdf = buildPdf(minimalObjects, { header, trailer });
  expect(breaches(Buffer.concat([Buffer.from('x\n'), pdf]), 'pdfa-2b', /^6\.1\.2/)).toEqual(['6.1.2-1']);
});

it('a trailer without ID breaks 6.1.3-1', () => {
  expect(found({}, undefined, { trailer: '/Root 1 0 R' })).toEqual(['6.1.3-1']);
});

it.each([
  ['', []],
  ['x', ['6.1.3-3']],
  ['\n', ['6.1.3-3']],
])('%j after the end breaks %j', (rest, expected) => {
  expect(found({}, (text) => `${text}${rest}`)).toEqual(expected);
});

it('a keyword xref that is followed by a space breaks 6.1.4-2', () => {
  expect(found({}, (text) => text.replace('\nxref\n', '\nxref '))).toEqual(['6.1.4-2']);
});

it.each([
  ['<</A<0>>>', ['6.1.6-1']],
  ['<</A<0 0>>>', []],
  ['<</A<0g>>>', ['6.1.6-2']],
  ['<</A 2147483647>>', []],
  ['<</A 2147483648>>', ['6.1.13-1']],
  ['<</A -2147483649>>', ['6.1.13-1']],
  [`<</A 4${'0'.repeat(38)}.0>>`, ['6.1.13-2']],
  [`<</A(${'a'.repeat(32_767)})>>`, []],
  [`<</A(${'a'.repeat(32_768)})>>`, ['6.1.13-3']],
  [`<</${'a'.repeat(127)} 1>>`, []],
  [`<</${'a'.repeat(128)} 1>>`, ['6.1.13-4']],
  [`<</A .${'0'.repeat(40)}1>>`, ['6.1.13-5']],
  // Not numbers, strings or names of the object.
  ['<</A(<0> 2147483648)>>', []],
  ['<</A 1>> % <0> 2147483648', []],
])('the object %.60s breaks %j', (text, expected) => {
  expect(found({ 4: text })).toEqual(expected);
});

it.each([
  [(text: string) => text.replace('/Length 3', '/Length 2'), ['6.1.7.1-1']],
  [(text: string) => text.replace('stream\nabc', 'stream\rabc'), ['6.1.7.1-2']],
  [(text: string) => text.replace('4 0 obj', '4  0 obj').replace('>>\nstream', '>>stream'), ['6.1.9-1']],
  [(text: string) => text.replace('abc\nendstream\nendobj', 'abc\nendstream endobj'), ['6.1.9-1']],
])('a stream that is laid out wrongly breaks its rule (%#)', (change, expected) => {
  expect(found({ 4: streamObject('', 'abc') }, change)).toEqual(expected);
});

it.each([
  ['/F(a)', ['6.1.7.1-3']],
  ['/FFilter/FlateDecode', ['6.1.7.1-3']],
  ['/Filter/LZWDecode', ['6.1.7.2-1']],
  ['/Filter/ASCIIHexDecode', []],
  ['/Filter/Crypt/DecodeParms<</Name/Identity>>', []],
  ['/Filter/Crypt/DecodeParms<</Name/Other>>', ['6.1.7.2-1']],
])('a stream with %s breaks %j', (entries, expected) => {
  expect(found({ 4: streamObject(entries, 'abc') })).toEqual(expected);
});

it.each([
  ['[0 0 2 100]', ['6.1.13-11']],
  ['[0 0 3 14400]', []],
  ['[0 0 3 14401]', ['6.1.13-11']],
])('a page of %s breaks %j', (box, expected) => {
  expect(found({ 3: `<</Type/Page/Parent 2 0 R/MediaBox${box}>>` })).toEqual(expected);
});

it.each([
  ['/DocMDP 5 0 R', '<<>>', []],
  ['/Other 5 0 R', '<<>>', ['6.1.12-1']],
  ['/DocMDP 5 0 R', '<</DigestMethod/MD5>>', ['6.1.12-2']],
])('permissions with %s and the reference %s break %j', (entries, reference, expected) => {
  const objects = {
    1: `<</Type/Catalog/Pages 2 0 R/Perms<<${entries}>>>>`,
    5: `<</Type/Sig/ByteRange[0 0 0 0]/Reference[${reference}]>>`,
  };
  expect(found(objects)).toEqual(expected);
});

it('a font name that is not UTF-8 breaks 6.1.8-1', () => {
  const page = (name: string) => ({
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    4: streamObject('', 'q Q'),
    5: `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`,
  });
  expect(found(page('A#e4'))).toEqual(['6.1.8-1']);
  expect(found(page('A#c3#a4'))).toEqual([]);
});

it('object numbers of billions cost nothing', () => {
  const far = (text: string) => text.replace('trailer\n', '4000000000 1\n0000000000 00001 f \ntrailer\n');
  expect(found({}, far)).toEqual([]);
});
