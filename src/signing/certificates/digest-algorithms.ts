/** The digests that signatures use, by the names of node and by their object identifiers. */

import { createHash, type Hash } from 'node:crypto';

export const digestOids = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  'sha3-256': '2.16.840.1.101.3.4.2.8',
  'sha3-384': '2.16.840.1.101.3.4.2.9',
  'sha3-512': '2.16.840.1.101.3.4.2.10',
  shake256: '2.16.840.1.101.3.4.2.12',
} as const;

export type DigestAlgorithm = keyof typeof digestOids;

export interface HashedBytes {
  readonly algorithm: DigestAlgorithm;
  readonly value: Uint8Array;
}

/** The digest of bytes that are somewhere else, such as the ranges of a file that a signature covers. */
export type DigestOf = (algorithm: DigestAlgorithm) => Uint8Array;

/** In bytes. SHAKE256 has any length; as the digest of a message it has this one (RFC 8702, 3.1; RFC 8419, 3.1). */
export const digestLengths: Readonly<Record<DigestAlgorithm, number>> = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  'sha3-256': 32,
  'sha3-384': 48,
  'sha3-512': 64,
  shake256: 64,
};

/** As people write them. */
const titles: Readonly<Record<DigestAlgorithm, string>> = {
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  'sha3-256': 'SHA3-256',
  'sha3-384': 'SHA3-384',
  'sha3-512': 'SHA3-512',
  shake256: 'SHAKE256',
};

export const describeDigest = (algorithm: DigestAlgorithm): string => titles[algorithm];

/** Takes bytes piece by piece. */
export const createDigest = (algorithm: DigestAlgorithm): Hash =>
  createHash(algorithm, algorithm === 'shake256' ? { outputLength: digestLengths[algorithm] } : undefined);

export const hashBytes = (algorithm: DigestAlgorithm, bytes: Uint8Array): Uint8Array =>
  createDigest(algorithm).update(bytes).digest();

const names = new Map(
  Object.entries(digestOids).map(([name, oid]) => [oid as string, name as DigestAlgorithm]),
);

/** Undefined for digests that are broken (MD5) or that no signature of a PDF uses. */
export const findDigestAlgorithm = (oid: string): DigestAlgorithm | undefined => names.get(oid);

/** From a name that node gives. */
export const findDigestName = (name: string): DigestAlgorithm | undefined =>
  name in digestOids ? (name as DigestAlgorithm) : undefined;
