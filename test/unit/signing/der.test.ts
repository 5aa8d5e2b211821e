import { expect, it } from 'vitest';
import { DerError, readDer, readFirstDer } from '../../../src/signing/asn1/der-reader.ts';
import {
  hasNamedBit,
  readBits,
  readDerText,
  readOctets,
  readOid,
  readSerial,
  readSmallInteger,
  readTime,
} from '../../../src/signing/asn1/der-values.ts';
import {
  encodeElement,
  encodeInteger,
  encodeOctets,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../../../src/signing/asn1/der-writer.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const text = (tag: number, value: string | Uint8Array) =>
  readDer(encodeElement(tag, Buffer.from(value as string)));

// X.690, 8.19, and RFC 8017.
it.each([
  ['2.999.3', '0603883703'],
  ['1.2.840.113549.1.1.11', '06092a864886f70d01010b'],
  ['0.9.2342.19200300.100.1.25', '060a0992268993f22c640119'],
  ['2.5.4.3', '0603550403'],
  ['1.3.101.112', '06032b6570'],
])('the object identifier %s', (oid, encoded) => {
  expect(readOid(readDer(hex(encoded)))).toBe(oid);
  if (oid !== '2.999.3') expect(toHex(encodeOid(oid))).toBe(encoded);
});

it.each([
  [0, '020100'],
  [127, '02017f'],
  [128, '02020080'],
  [256, '02020100'],
  [2 ** 31 - 1, '02047fffffff'],
  [2 ** 40, '0206010000000000'],
])('the number %d', (value, encoded) => {
  expect(toHex(encodeInteger(value))).toBe(encoded);
  expect(readSmallInteger(readDer(hex(encoded)))).toBe(value);
});

it('numbers that are negative, empty or too large are errors', () => {
  for (const encoded of ['0201ff', '0200', '020800ffffffffffffff', '040100']) {
    expect(() => readSmallInteger(readDer(hex(encoded)))).toThrow(DerError);
  }
});

it('serial numbers in whole bytes', () => {
  expect(readSerial(readDer(hex('020200ff')))).toBe('ff');
  expect(readSerial(readDer(hex('0202010a')))).toBe('010a');
  expect(readSerial(readDer(hex('020100')))).toBe('00');
});

it.each([
  ['490102030405Z', '2049-01-02T03:04:05.000Z', 0x17],
  ['500102030405Z', '1950-01-02T03:04:05.000Z', 0x17],
  ['0001020304Z', '2000-01-02T03:04:00.000Z', 0x17],
  ['20261125101112Z', '2026-11-25T10:11:12.000Z', 0x18],
  ['20261125101112.345Z', '2026-11-25T10:11:12.345Z', 0x18],
])('the time %s', (value, expected, tag) => {
  expect(readTime(text(tag, value)).toISOString()).toBe(expected);
});

it.each([
  ['20261325101112Z', 0x18],
  ['20261125101112', 0x18],
  ['20261125101112+0100', 0x18],
  ['261125101112Z', 0x18],
  ['', 0x17],
  ['9'.repeat(100_000), 0x18],
])('the time %# is an error', (value, tag) => {
  expect(() => readTime(text(tag, value))).toThrow(DerError);
});

it('texts of every kind of string', () => {
  expect(readDerText(text(0x0c, 'Grüße 🔑'))).toBe('Grüße 🔑');
  expect(readDerText(text(0x13, 'plain'))).toBe('plain');
  expect(readDerText(text(0x1e, hex('0047 0072 00fc')))).toBe('Grü');
  expect(readDerText(text(0x04, hex('cafe')))).toBe('#cafe');
});

it('strings of bytes in pieces', () => {
  expect(toHex(readOctets(readDer(hex('24 80 04 02 0102 24 03 04 01 03 0000'))))).toBe('010203');
  expect(() => readOctets(readDer(hex('24 03 02 01 01')))).toThrow(DerError);
});

it('strings of bits', () => {
  expect(toHex(readBits(readDer(hex('03030001ff'))))).toBe('01ff');
  expect(() => readBits(readDer(hex('03020480')))).toThrow(DerError);
  const usage = readDer(hex('030205a0'));
  expect([0, 1, 2, 3, 50].map((bit) => hasNamedBit(usage, bit))).toEqual([true, false, true, false, false]);
});

it('lengths of each size', () => {
  for (const size of [0, 127, 128, 255, 256, 65_535, 65_536]) {
    const bytes = new Uint8Array(size).fill(7);
    const encoded = encodeSequence(encodeOctets(bytes), encodeInteger(1));
    const [octets, end] = readDer(encoded).children;
    expect(octets && Buffer.compare(octets.content, bytes)).toBe(0);
    expect(end && readSmallInteger(end)).toBe(1);
  }
});

it('sets are sorted', () => {
  expect(toHex(encodeSetOf([encodeInteger(300), encodeInteger(2), encodeInteger(1)]))).toBe(
    '310a 020101 020102 0202012c'.replaceAll(' ', ''),
  );
});

it('bytes after the end are an error, but where they are expected', () => {
  const bytes = hex('020101 00');
  expect(() => readDer(bytes)).toThrow('1 bytes follow the end of the data.');
  expect(readFirstDer(bytes).end).toBe(3);
});

it.each(['', '30', '3005020101', '3081', '308500000000', '1f810100', '0480', '3080020101', '30800201'])(
  'the malformed data "%s" are an error',
  (encoded) => {
    expect(() => readDer(hex(encoded)).children).toThrow(DerError);
  },
);

it('a list of any length is read without keeping its elements', () => {
  const list = readDer(encodeElement(0x30, Buffer.alloc(900_000, hex('020101'))));
  let sum = 0;
  for (const element of list.eachListed()) sum += readSmallInteger(element);
  expect(sum).toBe(300_000);
  expect(() => list.children).toThrow('There are more than 200000 elements.');
});
