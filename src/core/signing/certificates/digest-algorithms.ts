/** The digests that signatures use, by the names of node and by their object identifiers. */

export const digestOids = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export type DigestAlgorithm = keyof typeof digestOids;

export interface HashedBytes {
  readonly algorithm: DigestAlgorithm;
  readonly value: Uint8Array;
}

/** The digest of bytes that are somewhere else, such as the ranges of a file that a signature covers. */
export type DigestOf = (algorithm: DigestAlgorithm) => Uint8Array;

/** In bytes. */
export const digestLengths: Readonly<Record<DigestAlgorithm, number>> = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

const names = new Map(
  Object.entries(digestOids).map(([name, oid]) => [oid as string, name as DigestAlgorithm]),
);

/** Undefined for digests that are broken (MD5) or that no signature of a PDF uses. */
export const findDigestAlgorithm = (oid: string): DigestAlgorithm | undefined => names.get(oid);

/** From a name that node gives. */
export const findDigestName = (name: string): DigestAlgorithm | undefined =>
  name in digestOids ? (name as DigestAlgorithm) : undefined;
