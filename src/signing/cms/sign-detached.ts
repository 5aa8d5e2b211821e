/**
 * Makes the signature of a PDF: SignedData of CMS (RFC 5652) without the content, with the attributes that PAdES
 * demands (ETSI EN 319 142-1, ISO 32000-2, 12.8.3.4). The time of the signature is in the PDF, not in an attribute.
 */

import { createHash } from 'node:crypto';
import {
  encodeAlgorithm,
  encodeElement,
  encodeInteger,
  encodeOctets,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestAlgorithm, type DigestOf, digestOids } from '../certificates/digest-algorithms.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import type { SigningIdentity } from '../identity/signing-identity.ts';
import { SigningError } from '../signing-error.ts';
import type { RequestTimestamp } from '../timestamp/timestamp-client.ts';
import { chooseSigningScheme, type SchemeOptions, type SigningScheme } from './signing-scheme.ts';

export interface SignOptions extends SchemeOptions {
  readonly timestamp?: RequestTimestamp | undefined;
}

/** Tokens have 2 to 8 kB, with the certificates of the authority. */
const maxTimestampLength = 16_384;

const signatureTimestamp = (token: Uint8Array): Uint8Array => encodeAttribute(oids.signatureTimestamp, token);

/** The size in bytes that no signature of this identity exceeds, for the space that a PDF keeps free for it. */
export function maxSignedDataLength(
  identity: SigningIdentity,
  { hasTimestamp, ...options }: SchemeOptions & { readonly hasTimestamp: boolean },
): number {
  const scheme = chooseSigningScheme(identity.key, options);
  const signature = new Uint8Array(scheme.maxSignatureLength);
  const attributes = signedAttributes(scheme.digest, createHash(scheme.digest).digest(), identity);
  const unsigned = hasTimestamp ? [signatureTimestamp(new Uint8Array(maxTimestampLength))] : [];
  return encodeSignedData(identity, scheme, { attributes, signature, unsigned }).length;
}

/**
 * Signs the digest and returns DER. Throws a `SigningError` of the time-stamp authority, or if its token is larger
 * than `maxSignedDataLength` allows.
 */
export async function signDetached(
  digestOf: DigestOf,
  identity: SigningIdentity,
  { timestamp, ...options }: SignOptions = {},
): Promise<Uint8Array> {
  const scheme = chooseSigningScheme(identity.key, options);
  const attributes = signedAttributes(scheme.digest, digestOf(scheme.digest), identity);
  const signature = scheme.sign(encodeSetOf(attributes));
  const token = await timestamp?.({
    algorithm: scheme.digest,
    value: createHash(scheme.digest).update(signature).digest(),
  });
  if (token && token.length > maxTimestampLength) {
    throw new SigningError(
      'timestamp',
      `The time stamp has ${token.length} bytes, more than the ${maxTimestampLength} that a signature has room for.`,
    );
  }
  const unsigned = token ? [signatureTimestamp(token)] : [];
  return encodeSignedData(identity, scheme, { attributes, signature, unsigned });
}

function signedAttributes(
  algorithm: DigestAlgorithm,
  digest: Uint8Array,
  { certificate }: SigningIdentity,
): readonly Uint8Array[] {
  return [
    encodeAttribute(oids.contentType, encodeOid(oids.data)),
    encodeAttribute(oids.messageDigest, encodeOctets(digest)),
    encodeAttribute(oids.signingCertificateV2, signingCertificate(algorithm, certificate.raw)),
  ];
}

/** RFC 5035, 3: binds the certificate, so that none of the same key can replace it. SHA-256 is the default. */
function signingCertificate(algorithm: DigestAlgorithm, certificate: Uint8Array): Uint8Array {
  const hash = encodeOctets(createHash(algorithm).update(certificate).digest());
  const parts = algorithm === 'sha256' ? [hash] : [encodeAlgorithm(digestOids[algorithm]), hash];
  return encodeSequence(encodeSequence(encodeSequence(...parts)));
}

interface SignedParts {
  readonly attributes: readonly Uint8Array[];
  readonly signature: Uint8Array;
  readonly unsigned: readonly Uint8Array[];
}

function encodeSignedData(
  { certificate, chain }: SigningIdentity,
  { digest, identifier }: SigningScheme,
  { attributes, signature, unsigned }: SignedParts,
): Uint8Array {
  const version = encodeInteger(1);
  const digestIdentifier = encodeAlgorithm(digestOids[digest]);
  const signerInfo = encodeSequence(
    version,
    issuerAndSerial(certificate.raw),
    digestIdentifier,
    encodeSetOf(attributes, 0xa0),
    identifier,
    encodeOctets(signature),
    ...(unsigned.length > 0 ? [encodeSetOf(unsigned, 0xa1)] : []),
  );
  const certificates = [certificate, ...chain].map(({ raw }) => raw);
  const signedData = encodeSequence(
    version,
    encodeSetOf([digestIdentifier]),
    encodeSequence(encodeOid(oids.data)),
    encodeSetOf(certificates, 0xa0),
    encodeSetOf([signerInfo]),
  );
  return encodeSequence(encodeOid(oids.signedData), encodeElement(0xa0, signedData));
}

function issuerAndSerial(certificate: Uint8Array): Uint8Array {
  const { issuer, serialNumber } = new ParsedCertificate(certificate);
  return encodeSequence(issuer, serialNumber.encoded);
}

const encodeAttribute = (type: string, value: Uint8Array): Uint8Array =>
  encodeSequence(encodeOid(type), encodeSetOf([value]));
