/** Writes ASN.1 in DER (ITU-T X.690). Each function returns one complete element. */

import { derTags } from './der-reader.ts';

/** Any tag; `parts` are the content. */
export function encodeElement(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Uint8Array.of(tag), encodeLength(length), ...parts]);
}

export const encodeSequence = (...parts: readonly Uint8Array[]): Uint8Array =>
  encodeElement(derTags.sequence, ...parts);

/** SET OF: DER sorts the elements by their bytes. */
export const encodeSetOf = (parts: readonly Uint8Array[], tag: number = derTags.set): Uint8Array =>
  encodeElement(tag, ...parts.toSorted(Buffer.compare));

export const encodeOctets = (bytes: Uint8Array): Uint8Array => encodeElement(derTags.octetString, bytes);

export const encodeBits = (bytes: Uint8Array): Uint8Array =>
  encodeElement(derTags.bitString, Uint8Array.of(0), bytes);

export const encodeNull = (): Uint8Array => encodeElement(derTags.null);

export const encodeBoolean = (value: boolean): Uint8Array =>
  encodeElement(derTags.boolean, Uint8Array.of(value ? 0xff : 0));

/** A number that is not negative, or its bytes, the most significant first. */
export function encodeInteger(value: number | Uint8Array): Uint8Array {
  const bytes = typeof value === 'number' ? numberBytes(value) : value;
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  const isSigned = ((shortest[0] ?? 0) & 0x80) !== 0;
  return isSigned
    ? encodeElement(derTags.integer, Uint8Array.of(0), shortest)
    : encodeElement(derTags.integer, shortest);
}

/** From dotted numbers, such as `2.5.4.3`. */
export function encodeOid(oid: string): Uint8Array {
  const [root = 0, second = 0, ...rest] = oid.split('.').map(Number);
  return encodeElement(derTags.oid, Uint8Array.from([40 * root + second, ...rest].flatMap(base128)));
}

/** AlgorithmIdentifier: an object identifier with parameters, or without. */
export const encodeAlgorithm = (oid: string, parameters?: Uint8Array): Uint8Array =>
  parameters ? encodeSequence(encodeOid(oid), parameters) : encodeSequence(encodeOid(oid));

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes = numberBytes(length);
  return Uint8Array.of(0x80 | bytes.length, ...bytes);
}

function numberBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function base128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}
