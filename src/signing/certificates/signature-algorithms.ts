/** Which key, digest and padding an AlgorithmIdentifier of a signature means, and signatures verified with them. */

import { constants, type KeyObject, verify } from 'node:crypto';
import { type DerElement, DerError, derTags } from '../asn1/der-reader.ts';
import { readOid, readSmallInteger } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import {
  type DigestAlgorithm,
  describeDigest,
  digestLengths,
  findDigestAlgorithm,
} from './digest-algorithms.ts';

type KeyKind = 'rsa' | 'rsa-pss' | 'ec' | 'dsa' | 'ed25519' | 'ed448';

export interface SignatureAlgorithm {
  readonly kind: KeyKind;
  /** Undefined where the algorithm names none: Edwards curves, and RSA in CMS. */
  readonly digest: DigestAlgorithm | undefined;
  readonly saltLength?: number | undefined;
  /** The two numbers of ECDSA one after the other, instead of a sequence of them: BSI TR-03111, 5.2.1. */
  readonly isPlain?: boolean;
}

const withDigest: Readonly<Record<string, readonly [KeyKind, DigestAlgorithm]>> = {
  '1.2.840.113549.1.1.5': ['rsa', 'sha1'],
  '1.2.840.113549.1.1.14': ['rsa', 'sha224'],
  '1.2.840.113549.1.1.11': ['rsa', 'sha256'],
  '1.2.840.113549.1.1.12': ['rsa', 'sha384'],
  '1.2.840.113549.1.1.13': ['rsa', 'sha512'],
  '1.2.840.10045.4.1': ['ec', 'sha1'],
  '1.2.840.10045.4.3.1': ['ec', 'sha224'],
  '1.2.840.10045.4.3.2': ['ec', 'sha256'],
  '1.2.840.10045.4.3.3': ['ec', 'sha384'],
  '1.2.840.10045.4.3.4': ['ec', 'sha512'],
  '1.2.840.10040.4.3': ['dsa', 'sha1'],
  '2.16.840.1.101.3.4.3.1': ['dsa', 'sha224'],
  '2.16.840.1.101.3.4.3.2': ['dsa', 'sha256'],
  '2.16.840.1.101.3.4.3.3': ['dsa', 'sha384'],
  '2.16.840.1.101.3.4.3.4': ['dsa', 'sha512'],
  '2.16.840.1.101.3.4.3.10': ['ec', 'sha3-256'],
  '2.16.840.1.101.3.4.3.11': ['ec', 'sha3-384'],
  '2.16.840.1.101.3.4.3.12': ['ec', 'sha3-512'],
  '2.16.840.1.101.3.4.3.14': ['rsa', 'sha3-256'],
  '2.16.840.1.101.3.4.3.15': ['rsa', 'sha3-384'],
  '2.16.840.1.101.3.4.3.16': ['rsa', 'sha3-512'],
};

/** ECDSA with plain numbers. */
const plainDigests: Readonly<Record<string, DigestAlgorithm>> = {
  '0.4.0.127.0.7.1.1.4.1.2': 'sha224',
  '0.4.0.127.0.7.1.1.4.1.3': 'sha256',
  '0.4.0.127.0.7.1.1.4.1.4': 'sha384',
  '0.4.0.127.0.7.1.1.4.1.5': 'sha512',
};

const withoutDigest: Readonly<Record<string, KeyKind>> = {
  [oids.rsa]: 'rsa',
  [oids.ecPublicKey]: 'ec',
  [oids.dsa]: 'dsa',
  [oids.ed25519]: 'ed25519',
  [oids.ed448]: 'ed448',
};

/** The name of the algorithm of an AlgorithmIdentifier, or its object identifier. */
export const algorithmOid = (identifier: DerElement): string =>
  readOid(first(identifier.expect(derTags.sequence, 'An algorithm')));

/** Undefined for algorithms that this layer does not know. Throws `DerError` for malformed parameters. */
export function readSignatureAlgorithm(identifier: DerElement): SignatureAlgorithm | undefined {
  const oid = algorithmOid(identifier);
  if (oid === oids.rsaPss) return readPssParameters(identifier.children[1]);
  const plain = plainDigests[oid];
  if (plain) return { kind: 'ec', digest: plain, isPlain: true };
  const [kind, digest] = withDigest[oid] ?? [withoutDigest[oid], undefined];
  return kind && { kind, digest };
}

/** RFC 4055, 3.1. The defaults are SHA-1 and 20 bytes of salt. */
function readPssParameters(parameters: DerElement | undefined): SignatureAlgorithm | undefined {
  let [digest, maskDigest, saltLength]: [DigestAlgorithm | undefined, DigestAlgorithm | undefined, number] = [
    'sha1',
    'sha1',
    20,
  ];
  for (const field of parameters?.expect(derTags.sequence, 'Parameters of RSA-PSS').children ?? []) {
    const value = first(field);
    if (field.tag === 0xa0) digest = readDigest(value);
    if (field.tag === 0xa1) {
      const mask = value.children[1];
      if (algorithmOid(value) !== oids.mgf1 || !mask) return undefined;
      maskDigest = readDigest(mask);
    }
    if (field.tag === 0xa2) saltLength = readSmallInteger(value);
    if (field.tag === 0xa3 && readSmallInteger(value) !== 1) return undefined;
  }
  // OpenSSL verifies two digests only if the key itself names them; no signer is known to use two.
  return digest && digest === maskDigest && saltLength <= 512
    ? { kind: 'rsa-pss', digest, saltLength }
    : undefined;
}

/** Undefined for digests that are not known. What parameters there are counts only where they change the digest. */
export function findDigest(identifier: DerElement): DigestAlgorithm | undefined {
  const oid = algorithmOid(identifier);
  if (oid !== oids.shake256WithLength) return findDigestAlgorithm(oid);
  const length = identifier.children[1];
  return length && readSmallInteger(length) === 8 * digestLengths.shake256 ? 'shake256' : undefined;
}

/** Parameters of a digest are NULL or missing. */
function readDigest(identifier: DerElement): DigestAlgorithm | undefined {
  const [, parameters, ...more] = identifier.children;
  const isPlain = !parameters || (parameters.tag === derTags.null && parameters.content.length === 0);
  return isPlain && more.length === 0 ? findDigestAlgorithm(algorithmOid(identifier)) : undefined;
}

interface SignedBytes {
  readonly algorithm: SignatureAlgorithm;
  /** For algorithms that name no digest of their own. */
  readonly digest?: DigestAlgorithm | undefined;
  readonly key: KeyObject;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Whether the signature is the key's. A key of another kind, or one that node cannot use, signed nothing. */
export function isSignedBy({
  algorithm,
  digest = algorithm.digest,
  key,
  data,
  signature,
}: SignedBytes): boolean {
  const { kind, saltLength, isPlain = false } = algorithm;
  const isRightKind =
    key.asymmetricKeyType === kind || (kind === 'rsa-pss' && key.asymmetricKeyType === 'rsa');
  if (!isRightKind) return false;
  const isEdwards = kind === 'ed25519' || kind === 'ed448';
  if (!isEdwards && digest === undefined) return false;
  const padding = kind === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {};
  const encoding = isPlain ? ({ dsaEncoding: 'ieee-p1363' } as const) : {};
  try {
    return verify(isEdwards ? null : digest, data, { key, ...padding, ...encoding }, signature);
  } catch {
    return false;
  }
}

/** Such as `RSA-PSS with SHA-256` or `ECDSA with SHA-384`. */
export function describeAlgorithm({ kind, digest }: SignatureAlgorithm, usedDigest = digest): string {
  const names = {
    rsa: 'RSA',
    'rsa-pss': 'RSA-PSS',
    ec: 'ECDSA',
    dsa: 'DSA',
    ed25519: 'Ed25519',
    ed448: 'Ed448',
  };
  const isEdwards = kind === 'ed25519' || kind === 'ed448';
  return isEdwards || !usedDigest ? names[kind] : `${names[kind]} with ${describeDigest(usedDigest)}`;
}

function first({ children }: DerElement): DerElement {
  const [child] = children;
  if (!child) throw new DerError('An element is empty that must not be.');
  return child;
}
